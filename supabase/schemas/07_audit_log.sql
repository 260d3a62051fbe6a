-- Tells who did what that changes what readers get, who may do what, or where secrets go, and how work went from hand to hand, in words. An entry
-- is written by a trigger or a function in the transaction of the act, so that there is neither one without the other.
create table public.audit_log (
  id bigint generated always as identity primary key,
  happened_at timestamptz not null default now(),
  -- Null when no user did it.
  actor uuid,
  -- A name for programs, such as publish_article.
  action text not null,
  -- The id of its subject, if that has one. Without a reference, because entries stay.
  subject_id uuid,
  reason text check (char_length(reason) <= 1000),
  details jsonb not null default '{}' check (octet_length(details::text) <= 65536),
  kind text not null check (
    kind in ('articles', 'translations', 'work', 'pages', 'pictures', 'newsletter', 'subscribers', 'administrators', 'settings')),
  -- The name of the actor at that time, because accounts are deleted.
  actor_name text not null check (char_length(actor_name) <= 255),
  -- The rest of the sentence that begins with the actor, with the name of the subject in quotation marks.
  did text not null check (char_length(did) <= 1000),
  subject_name text check (char_length(subject_name) <= 201),
  -- The value by which the list is filtered: an id, or a name where the actor was no user.
  person text not null generated always as (coalesce(actor::text, actor_name)) stored,
  words text not null generated always as (
    lower(actor_name || ' ' || did || ' ' || coalesce(reason, '') || ' ' || left(details::text, 4000))) stored
);
comment on table public.audit_log is '{"live": true}';
create index audit_log_subject on public.audit_log (subject_id);
create index audit_log_person on public.audit_log (person, id desc);
create index audit_log_kind on public.audit_log (kind, id desc);
create index audit_log_time on public.audit_log (happened_at);
create index audit_log_words on public.audit_log using gin (words extensions.gin_trgm_ops);
-- Entries are never changed or deleted, and only functions of the database add any.
revoke all on public.audit_log from anon, authenticated, service_role;
grant select on public.audit_log to authenticated, service_role;
create policy "administrators read the audit log" on public.audit_log
  for select to authenticated using ((select private.is_admin()));

/* A name as a sentence can contain it: in one line, without characters that change the direction of what follows, and not long. */
create function private.audited_name(p_name text) returns text
language sql immutable set search_path = ''
return (
  select case when char_length(name) > 200 then left(name, 200) || '…' else name end
  from (
    select btrim(regexp_replace(left(p_name, 2000),
      '[\u0001-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\s]+', ' ', 'g')) as name) as cleaned);

/* Adds an entry, in the transaction of the act. Of a request, the actor is its user, or who made its access token, whatever else is given;
   only the server itself names one: with p_actor, or for everything in a transaction with the setting audit.actor. Without one it was p_by,
   or the setting audit.by, or the site. %s in p_did is the name of the subject. Never pass a secret, a token or an address of a subscriber. */
create function private.record_act(
  p_kind text, p_action text, p_did text, p_subject text default null, p_subject_id uuid default null,
  p_details jsonb default '{}', p_reason text default null, p_actor uuid default null, p_by text default null) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  of_request constant text := auth.role();
  who uuid := auth.uid();
  name text;
  subject constant text := private.audited_name(coalesce(nullif(p_subject, ''), 'Untitled'));
begin
  if of_request is null then
    who := coalesce(p_actor, nullif(current_setting('audit.actor', true), '')::uuid);
  end if;
  name := case
    when of_request = 'access_token' then coalesce(private.token_in_words(), 'A former access token')
    when who is not null then coalesce(private.audited_name(private.name_of_person(who)), 'A former administrator')
    when of_request = 'service_role' then 'A program with the secret key'
    when of_request is not null then 'A reader'
    else coalesce(p_by, nullif(current_setting('audit.by', true), ''), 'The site') end;
  insert into public.audit_log (actor, actor_name, kind, action, did, subject_id, subject_name, reason, details)
  values (who, left(name, 255), p_kind, p_action, left(format(p_did, '“' || subject || '”'), 1000), p_subject_id,
    case when p_subject is not null then subject end, left(p_reason, 1000),
    case when octet_length(p_details::text) > 65536 then '{"omitted": "It was too long."}' else jsonb_strip_nulls(p_details) end);
end
$$;

/* Raises P0001 when 600 of the last 1,000 entries of the caller are of these actions and of the last hour: what can be undone and done
   again would otherwise fill the audit log. */
create function private.require_few_acts(p_actions text[]) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if (select count(*) filter (where action = any (p_actions) and happened_at > now() - interval '1 hour') from (
      select action, happened_at from public.audit_log where person = auth.uid()::text order by id desc limit 1000) as latest) >= 600 then
    raise exception 'You have done this 600 times within an hour. Go on a little later.';
  end if;
end
$$;

/* Tells whether another entry says what the statements of this transaction do. */
create function private.is_act_covered() returns boolean
language sql stable set search_path = ''
return coalesce(current_setting('audit.covered', true), '') = 'on';

/* A value in words: what a person would write for it, cut to a thousand characters. */
create function private.value_in_words(p_value jsonb) returns text
language plpgsql immutable set search_path = ''
as $$
begin
  return left(case jsonb_typeof(p_value)
    when 'array' then (select string_agg(private.value_in_words(item), ', ') from jsonb_array_elements(p_value) as item)
    when 'object' then (
      select string_agg(key || ': ' || coalesce(private.value_in_words(value), ''), '; ' order by key) from jsonb_each(p_value))
    when 'boolean' then case when p_value = 'true' then 'on' else 'off' end
    else p_value #>> '{}' end, 1000);
end
$$;

/* Returns what it was before, and what it is now; null when that is the same. */
create function private.change_in_words(p_before text, p_now text, p_none text default 'nothing') returns jsonb
language sql immutable set search_path = ''
return case when p_before is distinct from p_now then
  jsonb_build_object('before', coalesce(left(p_before, 1000), p_none), 'now', coalesce(left(p_now, 1000), p_none)) end;

/* The rules of core/domain/audit-sentences.ts, which are inserted when the schema is read. */
create function private.audited_tables() returns jsonb
language sql immutable set search_path = ''
return '{"AUDITED_TABLES": {}}'::jsonb;

/* The details of an entry, as its rule asks for them. */
create function private.audited_details(p_asked jsonb, was jsonb, now_is jsonb) returns jsonb
language sql immutable set search_path = ''
return coalesce((
  select jsonb_strip_nulls(jsonb_object_agg(name, case
    when jsonb_typeof(asked) = 'string' then coalesce(now_is, was) -> (asked #>> '{}')
    when jsonb_typeof(asked) = 'array' then (
      select to_jsonb(string_agg(thing ->> 0, ', ' order by place)) from jsonb_array_elements(asked) with ordinality as things (thing, place)
      where exists (select from jsonb_array_elements_text(thing - 0) as columns (name) where was -> name is distinct from now_is -> name))
    when asked ? 'change' then private.change_in_words(
      private.value_in_words(was #> path), private.value_in_words(now_is #> path), coalesce(asked ->> 'none', 'nothing'))
    when asked ? 'words' then to_jsonb(private.value_in_words(coalesce(now_is, was) #> path))
    when was #>> path is distinct from now_is #>> path then
      to_jsonb(case when now_is #>> path is null then 'removed' when was #>> path is null then 'set' else 'replaced' end) end))
  from jsonb_each(p_asked) as details (name, asked)
    cross join lateral (
      select string_to_array(coalesce(asked ->> 'change', asked ->> 'words', asked ->> 'secret'), '.') as path) as of_column), '{}');

/* Writes what is said of a change by the first rule that fits: of its table, or of the argument. */
create function private.audit_row() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  known_as constant text := coalesce(tg_argv[0], tg_table_name);
  audited constant jsonb := private.audited_tables() -> known_as;
  was jsonb;
  now_is jsonb;
  facts jsonb;
  rule jsonb;
  details jsonb;
  did text;
  part text;
begin
  if audited ? 'isCoverable' and private.is_act_covered() then
    return null;
  end if;
  was := private.audited_facts(known_as, tg_op, to_jsonb(old));
  now_is := private.audited_facts(known_as, tg_op, to_jsonb(new));
  for rule in select value from jsonb_array_elements(audited -> 'rules') loop
    continue when rule ->> 'on' is distinct from tg_op and (rule ? 'on' or tg_op = 'DELETE')
      or rule ? 'old' and (was @> (rule -> 'old')) is not true
      or rule ? 'new' and (now_is @> (rule -> 'new')) is not true
      or rule ? 'of' and not exists (
        select from jsonb_array_elements_text(rule -> 'of') as columns (name) where was -> name is distinct from now_is -> name);
    details := private.audited_details(rule -> 'details', was, now_is);
    continue when rule ? 'differs' and details = '{}';
    exit when not rule ? 'did';
    facts := coalesce(now_is, was) || jsonb_build_object('details', details);
    did := rule ->> 'did';
    if facts ->> 'language' <> 'en' then
      did := replace(did, '%s', '%s (' || private.language_in_words(facts ->> 'language') || ')');
    end if;
    for part in select hit[1] from regexp_matches(did, '\{([a-z_.]+)\}', 'g') as hit loop
      did := replace(did, '{' || part || '}', replace(coalesce(facts #>> string_to_array(part, '.'), ''), '%', '%%'));
    end loop;
    perform private.record_act(
      case when facts ->> 'original_article_id' is null then audited ->> 'kind' else 'translations' end, rule ->> 'action', did,
      case when did like '%\%s%' then (
        select facts ->> name from jsonb_array_elements_text(coalesce(rule -> 'subject', audited -> 'subject')) as columns (name)
        where facts ->> name is not null limit 1) end,
      (facts ->> (audited ->> 'id'))::uuid, details, facts ->> (audited ->> 'reason'),
      (facts ->> coalesce(rule ->> 'actor', audited ->> 'actor'))::uuid);
    exit;
  end loop;
  return null;
end
$$;

/* The condition, as SQL, for the entries of a list: with each of the words, and from a moment until before another one. Null means
   any. */
create function private.audit_condition(
  p_search text, p_person text, p_kind text, p_from timestamptz, p_until timestamptz) returns text
language plpgsql stable set search_path = ''
as $$
declare
  condition text;
begin
  select coalesce(string_agg(format('words like %L',
      '%' || replace(replace(replace(word, '\', '\\'), '%', '\%'), '_', '\_') || '%'), ' and '), 'true')
    into condition
    from (
      select distinct word from regexp_split_to_table(lower(left(p_search, 200)), '\s+') as parts (word)
      where word <> '' limit 10) as ten;
  if p_person is not null then
    condition := condition || format(' and person = %L', p_person);
  end if;
  if p_kind is not null then
    condition := condition || format(' and kind = %L', p_kind);
  end if;
  if p_from is not null then
    condition := condition || format(' and happened_at >= %L', p_from);
  end if;
  if p_until is not null then
    condition := condition || format(' and happened_at < %L', p_until);
  end if;
  return condition;
end
$$;

/* A page of the audit log, the latest first, and how many entries there are. Security definer, because policies would keep LIKE from
   using the index. Raises 42501 unless the caller is an administrator. */
create function public.list_audit_log(
  p_search text default null, p_person text default null, p_kind text default null, p_from timestamptz default null,
  p_until timestamptz default null, p_offset integer default 0, p_limit integer default 25) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  answer jsonb;
begin
  if not private.is_admin() then
    raise exception using errcode = '42501', message = 'Only administrators can read the audit log.';
  end if;
  -- Planned for these values, because a rare word is looked up and a frequent one is not.
  execute format($query$
    with found as materialized (select id from public.audit_log where %s)
    select jsonb_build_object('total', (select count(*) from found), 'rows', (
      select coalesce(jsonb_agg(to_jsonb(entry) - 'words' order by entry.id desc), '[]')
      from (select id from found order by id desc offset $1 limit $2) as page join public.audit_log as entry using (id)))
  $query$, private.audit_condition(p_search, p_person, p_kind, p_from, p_until))
  into answer using greatest(coalesce(p_offset, 0), 0), least(greatest(coalesce(p_limit, 0), 0), 200);
  return answer;
end
$$;

/* Entries before one of them, the latest first, for exports of all of them. */
create function private.audit_entries_before(
  p_before bigint, p_search text, p_person text, p_kind text, p_from timestamptz, p_until timestamptz, p_limit integer)
returns setof public.audit_log
language plpgsql stable set search_path = ''
as $$
begin
  return query execute format('select * from public.audit_log where id < $1 and %s order by id desc limit $2',
    private.audit_condition(p_search, p_person, p_kind, p_from, p_until))
  using p_before, p_limit;
end
$$;

/* Returns who is in the audit log: [{person, name}] by name, at most 500, found from one to the next in the index. Raises 42501 unless the
   caller is an administrator. */
create function public.list_audited_people() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.is_admin() then
    raise exception using errcode = '42501', message = 'Only administrators can read the audit log.';
  end if;
  return (
    with recursive found as (
      (select person, actor_name from public.audit_log order by person, id desc limit 1)
      union all
      select next.person, next.actor_name from found cross join lateral (
        select entry.person, entry.actor_name from public.audit_log as entry
        where entry.person > found.person order by entry.person, entry.id desc limit 1) as next
    ), people as (select person, actor_name from found limit 500)
    select coalesce(jsonb_agg(jsonb_build_object('person', person, 'name', actor_name) order by actor_name, person), '[]') from people);
end
$$;

grant execute on function
  public.list_audit_log(text, text, text, timestamptz, timestamptz, integer, integer),
  public.list_audited_people()
to authenticated;
