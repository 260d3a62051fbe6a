-- Writes everything into the audit log that changes what readers get, who may do what, or where secrets go, in words that can be searched.
alter table public.audit_log
  alter column subject_id drop not null,
  add column kind text check (
    kind in ('articles', 'translations', 'pictures', 'newsletter', 'subscribers', 'administrators', 'settings')),
  add column actor_name text check (char_length(actor_name) <= 255),
  add column did text check (char_length(did) <= 1000),
  add column subject_name text check (char_length(subject_name) <= 201);

-- What was written before: with the name that the account has now.
update public.audit_log set
  actor_name = coalesce(
    (select email from auth.users where id = actor),
    case when actor is not null then 'A former administrator' when action = 'erase_subscriber' then 'A reader' else 'The site' end),
  kind = case when action like '%newsletter' then 'newsletter' when action ~ '_subscribers?$' then 'subscribers'
    when action = 'review_translation' then 'translations' else 'articles' end,
  reason = left(reason, 1000),
  details = case when octet_length(details::text) > 65536 then '{"omitted": "It was too long."}' else details end,
  did = case action
    when 'purge_article_text' then 'removed the text of an article for good'
    when 'add_correction' then 'added a correction to an article'
    when 'change_correction' then 'changed a correction of an article'
    when 'delete_correction' then 'deleted a correction of an article'
    when 'review_translation' then 'approved a translation'
    when 'approve_newsletter' then 'approved a newsletter'
    when 'resend_newsletter' then 'sent uncertain messages of a newsletter again, which some may have got twice'
    when 'import_subscribers' then 'imported subscribers'
    when 'export_subscribers' then 'exported subscribers'
    when 'read_subscriber' then 'saved what is known of a subscriber as a file'
    when 'erase_subscriber' then 'erased everything that was known of a subscriber'
    when 'delete_subscribers' then 'deleted subscribers'
    when 'change_subscribers' then 'ended or renewed subscriptions'
    else replace(action, '_', ' ') end;
alter table public.audit_log
  alter column kind set not null,
  alter column actor_name set not null,
  alter column did set not null,
  add check (char_length(reason) <= 1000),
  add check (octet_length(details::text) <= 65536),
  add column person text not null generated always as (coalesce(actor::text, actor_name)) stored,
  add column words text not null generated always as (
    lower(actor_name || ' ' || did || ' ' || coalesce(reason, '') || ' ' || left(details::text, 4000))) stored;
create index audit_log_person on public.audit_log (person, id desc);
create index audit_log_kind on public.audit_log (kind, id desc);
create index audit_log_time on public.audit_log (happened_at);
create index audit_log_words on public.audit_log using gin (words extensions.gin_trgm_ops);

create trigger announce_row_change after insert or update or delete on public.audit_log
  for each row execute function private.announce_row_change('id');
create trigger announce_reload after truncate on public.audit_log
  for each statement execute function private.announce_reload();

/* A name as a sentence can contain it: in one line, without characters that change the direction of what follows, and not long. */
create function private.audited_name(p_name text) returns text
language sql immutable set search_path = ''
return (
  select case when char_length(name) > 200 then left(name, 200) || '…' else name end
  from (
    select btrim(regexp_replace(left(p_name, 2000),
      '[\u0001-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\s]+', ' ', 'g')) as name) as cleaned);

/* Adds an entry, in the transaction of the act. Of a request, the actor is its user, whatever else is given; only the server itself
   names one: with p_actor, or for everything in a transaction with the setting audit.actor. Without one it was p_by, or the setting
   audit.by, or the site. %s in p_did is the name of the subject. Never pass a secret, a token or an address of a subscriber. */
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
    when who is not null then coalesce((select email from auth.users where id = who), 'A former administrator')
    when of_request = 'service_role' then 'A program with the secret key'
    when of_request is not null then 'A reader'
    else coalesce(p_by, nullif(current_setting('audit.by', true), ''), 'The site') end;
  insert into public.audit_log (actor, actor_name, kind, action, did, subject_id, subject_name, reason, details)
  values (who, left(name, 255), p_kind, p_action, left(format(p_did, '“' || subject || '”'), 1000), p_subject_id,
    case when p_subject is not null then subject end, left(p_reason, 1000),
    case when octet_length(p_details::text) > 65536 then '{"omitted": "It was too long."}' else jsonb_strip_nulls(p_details) end);
end
$$;

/* Whether another entry says what the statements of this transaction do. */
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

/* What it was before, and what it is now; null when that is the same. */
create function private.change_in_words(p_before text, p_now text, p_none text default 'nothing') returns jsonb
language sql immutable set search_path = ''
return case when p_before is distinct from p_now then
  jsonb_build_object('before', coalesce(left(p_before, 1000), p_none), 'now', coalesce(left(p_now, 1000), p_none)) end;

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

/* Who is in the audit log: [{person, name}] by name, at most 500, found from one to the next in the index. Raises 42501 unless the
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

create or replace function private.subscribers_in_words(p_count bigint) returns text
language sql immutable set search_path = ''
return case when p_count = 1 then '1 subscriber' else p_count || ' subscribers' end;

create or replace function private.announce_correction() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  changed uuid := case when tg_op = 'DELETE' then old.article_id else new.article_id end;
begin
  if tg_op <> 'UPDATE' or new.text is distinct from old.text then
    update public.articles set updated_at = now() + interval '1 microsecond' where id = changed;
    -- It went with its article, out of the trash.
    if not found and tg_op = 'DELETE' then
      return null;
    end if;
    perform private.record_article_act(
      (select articles from public.articles where id = changed),
      case tg_op when 'INSERT' then 'add_correction' when 'UPDATE' then 'change_correction' else 'delete_correction' end,
      case tg_op
        when 'INSERT' then 'added a correction to %s'
        when 'UPDATE' then 'changed a correction of %s'
        else 'deleted a correction of %s' end,
      case tg_op
        when 'INSERT' then jsonb_build_object('text', new.text)
        when 'UPDATE' then jsonb_build_object('text', new.text, 'before', old.text)
        else jsonb_build_object('before', old.text) end);
    perform pg_notify('page_changes', 'corrections');
  end if;
  return null;
end
$$;

create or replace function public.purge_article_text(p_article_id uuid, p_reason text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  versions uuid[];
  revisions integer;
  copies integer;
  trashed integer;
  purged jsonb;
begin
  if not private.is_admin() then
    raise exception using errcode = '42501', message = 'Only administrators can remove a text for good.';
  end if;
  if p_reason is null or private.is_blank(p_reason) or char_length(p_reason) > 500 then
    raise exception using errcode = '23514', constraint = 'audit_log_reason_check',
      message = 'A reason of at most 500 characters is required (audit_log_reason_check).';
  end if;
  select array_agg(distinct id) into versions from (
    select p_article_id
    union all select id from public.articles where original_article_id = p_article_id
    union all select article_id from public.article_trash where story_id = p_article_id
    union all select article_id from public.article_revisions where article ->> 'original_article_id' = p_article_id::text
  ) as version (id);
  delete from public.article_revisions where article_id = any (versions);
  get diagnostics revisions = row_count;
  -- What was deleted with one of them is restored by itself from now on.
  update public.article_trash set deleted_with = null
    where article_id <> all (versions)
      and deleted_with in (select id from public.article_trash where article_id = any (versions));
  delete from public.article_trash where article_id = any (versions);
  get diagnostics trashed = row_count;
  delete from public.working_copies where article_id = any (versions) or form ->> 'original_article_id' = p_article_id::text;
  get diagnostics copies = row_count;
  delete from public.pending_translations where translation_id = any (versions) or original_id = any (versions);
  delete from public.translation_edits where article_id = any (versions);
  delete from public.translation_parts where translation_id = any (versions);
  delete from public.translation_segments where article_id = any (versions);
  delete from public.translation_runs where article_id = any (versions);
  delete from public.translation_reports where translation_id = any (versions);
  purged := jsonb_build_object('revisions', revisions, 'working_copies', copies, 'trash', trashed);
  -- A title, an address or an author may be what has to go.
  update public.audit_log
    set did = replace(did, '“' || subject_name || '”', '“…”'), subject_name = '…', details = details - '{address,author}'::text[]
    where subject_id = any (versions) and subject_name is not null;
  perform private.record_act('articles', 'purge_article_text', 'removed the text of an article for good', null, p_article_id,
    purged, p_reason);
  return purged;
end
$$;

create or replace function private.erase_subscriber(p_id uuid) returns boolean
language plpgsql set search_path = ''
as $$
declare
  address text;
begin
  select lower(email) into address from public.newsletter_subscribers where id = p_id for update;
  if address is null then
    return false;
  end if;
  insert into private.suppressed_addresses as known (address_hash, reason) values (private.sha256_hex(address), 'erased')
    on conflict (address_hash) do update set reason = excluded.reason, suppressed_at = excluded.suppressed_at
      where known.reason <> 'complained';
  delete from public.newsletter_send_tickets where lower(email) = address;
  -- The same person may have an account, whose mails are no matter of the newsletter.
  delete from public.mail_deliveries where lower(recipient) = address
    and kind not in ('send-recovery-mail', 'send-sign-in-link', 'send-invitation', 'send-security-notice');
  delete from public.outbox_mails where lower(recipient) = address
    and not exists (select from public.mail_deliveries where mail_deliveries.message_id = outbox_mails.message_id);
  -- Deletes consent and links, and a trigger takes the address out of the ledger.
  delete from public.newsletter_subscribers where id = p_id;
  perform private.record_act('subscribers', 'erase_subscriber',
    case when auth.uid() is null then 'had everything erased that was known of them'
      else 'erased everything that was known of a subscriber' end,
    p_subject_id => p_id, p_by => 'A reader');
  return true;
end
$$;

create or replace function private.note_changed_subscribers() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  ids uuid[];
  counts jsonb;
begin
  if tg_op = 'DELETE' then
    select array_agg(id), jsonb_build_object('subscribers', count(*)) into ids, counts from old_rows;
  else
    select array_agg(id),
      jsonb_build_object('removed', count(*) filter (where not new_row.is_active), 'returned', count(*) filter (where new_row.is_active))
      into ids, counts
      from new_rows as new_row join old_rows as old_row using (id) where new_row.is_active <> old_row.is_active;
  end if;
  if cardinality(ids) > 1000 then
    raise exception using errcode = '23514', constraint = 'newsletter_subscribers_at_once_check',
      message = 'No more than 1,000 subscribers can be changed or deleted at once (newsletter_subscribers_at_once_check).';
  end if;
  if ids is not null then
    perform private.record_act('subscribers', case tg_op when 'DELETE' then 'delete_subscribers' else 'change_subscribers' end,
      case when tg_op = 'DELETE' then 'deleted ' || private.subscribers_in_words(cardinality(ids))
        else concat_ws(' and ',
          'unsubscribed ' || private.subscribers_in_words(nullif((counts -> 'removed')::integer, 0)),
          'brought back ' || private.subscribers_in_words(nullif((counts -> 'returned')::integer, 0))) end,
      p_subject_id => case cardinality(ids) when 1 then ids[1] end, p_details => counts);
  end if;
  return null;
end
$$;

create or replace function private.version_record(article public.articles) returns jsonb
language sql stable security definer set search_path = ''
return jsonb_build_object(
  'id', article.id, 'language', article.language, 'slug', article.slug, 'title', article.title, 'author', article.author,
  'published', article.published, 'publish_date', article.publish_date,
  'created_at', article.created_at, 'updated_at', article.updated_at,
  'saves', (
    select coalesce(jsonb_agg(jsonb_build_object('at', made_at, 'by', private.recorded_person(made_by), 'note', note,
      'published', published) order by id), '[]')
    from (select * from public.article_revisions where article_id = article.id order by id desc limit 2000) as last),
  'translation', (
    select jsonb_build_object('origin', origin, 'model', model, 'source_revision', source_revision,
      'translated_at', translated_at, 'reviewed_at', reviewed_at, 'stale_since', stale_since, 'corrected_at', corrected_at)
    from public.article_translations where translation_id = article.id),
  'runs', (
    select coalesce(jsonb_agg(jsonb_build_object('requested_at', requested_at, 'requested_by',
      private.recorded_person(requested_by), 'started_at', started_at, 'ended_at', ended_at, 'status', status, 'model', model,
      'segments', segments, 'segments_reused', segments_reused) order by requested_at, id), '[]')
    from (
      select * from public.translation_runs
      where article_id = article.original_article_id and language = article.language
      order by requested_at desc limit 2000) as last),
  'approvals', (
    select coalesce(jsonb_agg(jsonb_build_object('by', private.recorded_person(approved_by), 'segments', segments,
      'last_at', last_at) order by last_at), '[]')
    from (
      select approved_by, count(*) as segments, max(approved_at) as last_at from public.translation_parts
      where translation_id = article.id and approved_at is not null group by approved_by limit 2000) as approved),
  'corrections', (
    select coalesce(jsonb_agg(jsonb_build_object('at', corrected_at, 'text', text) order by corrected_at, id), '[]')
    from (
      select id, article_id, corrected_at, text from public.article_corrections
      where article_id = article.id order by corrected_at desc limit 2000) as last),
  'audit', (
    select coalesce(jsonb_agg(jsonb_build_object('at', happened_at, 'by', private.recorded_person(actor), 'action', action,
      'reason', reason, 'details', details) order by id), '[]')
    from (
      select id, happened_at, actor, action, reason, details from public.audit_log
      where subject_id = article.id order by id desc limit 2000) as last));

create or replace function private.finish_subscriber_import(p_source text, p_actor uuid, p_dry_run boolean) returns jsonb
language plpgsql set search_path = '' set work_mem = '64MB'
as $$
declare
  expected integer;
  stored integer;
  taken_back integer;
  answer jsonb;
begin
  analyze pg_temp.staged_subscribers;
  create temporary table judged_subscribers on commit drop as
    select staged.*, coalesce(known.left_reason, suppressed.reason,
      case when known.id is null then 'added' when known.confirmed then 'already' else 'confirmed' end) as outcome
    from pg_temp.staged_subscribers as staged
      left join public.newsletter_subscribers as known on lower(known.email) = staged.address
      left join private.suppressed_addresses as suppressed on suppressed.address_hash = staged.address_hash;

  if not p_dry_run then
    create temporary table stored_subscribers (address text collate "C", is_new boolean) on commit drop;
    -- In the order of the addresses, as everything that locks several.
    with stored as (
      insert into public.newsletter_subscribers as known (email, language, subscribed_at, confirmed, confirmed_at)
      select address, coalesce(language, 'en'), coalesce(subscribed_at, confirmed_at, now()), true, coalesce(confirmed_at, now())
      from pg_temp.judged_subscribers where outcome in ('added', 'confirmed') order by address
      on conflict (lower(email)) do update set confirmed = true, confirmed_at = excluded.confirmed_at
        where not known.confirmed and known.is_active
      returning known.id, lower(known.email) as address, known.subscribed_at, known.confirmed_at, xmax = 0 as is_new),
    noted as (
      insert into private.newsletter_consents (subscriber_id, consent)
      select id, jsonb_build_object('source', p_source, 'at', subscribed_at,
        'confirmed_at', confirmed_at, 'imported_at', now(), 'imported_by', p_actor)
      from stored
      on conflict (subscriber_id) do update set consent = excluded.consent)
    insert into pg_temp.stored_subscribers select address, is_new from stored;
    get diagnostics stored = row_count;
    select count(*) into expected from pg_temp.judged_subscribers where outcome in ('added', 'confirmed');

    -- A row that was erased while this waited for it is found now.
    delete from public.newsletter_subscribers as known
      using pg_temp.staged_subscribers as staged, pg_temp.stored_subscribers as stored, private.suppressed_addresses as suppressed
      where suppressed.address_hash = staged.address_hash and staged.address = stored.address and lower(known.email) = stored.address;
    get diagnostics taken_back = row_count;
  end if;

  -- Rows that were changed meanwhile are evaluated again.
  if stored < expected or taken_back > 0 then
    update pg_temp.judged_subscribers as judged
      set outcome = coalesce(known.left_reason, suppressed.reason,
        case when stored.is_new then 'added' when stored.address is null then 'already' else 'confirmed' end)
      from pg_temp.staged_subscribers as staged
        left join pg_temp.stored_subscribers as stored on stored.address = staged.address
        left join public.newsletter_subscribers as known on lower(known.email) = staged.address
        left join private.suppressed_addresses as suppressed on suppressed.address_hash = staged.address_hash
      where judged.address = staged.address and judged.outcome in ('added', 'confirmed')
        and (stored.address is null or suppressed.address_hash is not null);
  end if;

  select jsonb_build_object(
    'outcomes', (
      select coalesce(jsonb_agg(jsonb_build_object('outcome', outcome, 'addresses', addresses) order by outcome), '[]')
      from (select outcome, count(*) as addresses from pg_temp.judged_subscribers group by outcome) as counted),
    'skipped', (
      select coalesce(jsonb_agg(jsonb_build_object('line', line, 'kind', outcome, 'value', address) order by line), '[]')
      from (
        select line, outcome, address from pg_temp.judged_subscribers
        where outcome not in ('added', 'confirmed', 'already') order by line limit 200) as first))
  into answer;
  if not p_dry_run then
    perform private.record_act('subscribers', 'import_subscribers',
      'imported ' || private.subscribers_in_words((
        select coalesce(sum((item ->> 'addresses')::bigint), 0)::bigint from jsonb_array_elements(answer -> 'outcomes') as item
        where item ->> 'outcome' in ('added', 'confirmed'))),
      p_details => jsonb_build_object('outcomes', answer -> 'outcomes'), p_reason => p_source, p_actor => p_actor);
  end if;
  return answer;
end
$$;

create function private.language_in_words(p_language text) returns text
language sql immutable set search_path = ''
return case p_language
  when 'en' then 'English' when 'es' then 'Spanish' when 'fr' then 'French' when 'de' then 'German' when 'it' then 'Italian'
  when 'pt' then 'Portuguese' else p_language end;

/* Adds an entry about an article. A translation is of a kind of its own, and its language is named. */
create function private.record_article_act(
  article public.articles, p_action text, p_did text, p_details jsonb default '{}', p_actor uuid default null) returns void
language sql set search_path = ''
as $$
  select private.record_act(
    case when article.original_article_id is null then 'articles' else 'translations' end, p_action,
    replace(p_did, '%s', case when article.language <> 'en' then '%s (' || private.language_in_words(article.language) || ')' else '%s' end),
    article.title, article.id, p_details, p_actor => p_actor)
$$;

/* What an article says to readers that differs, with the address and the author in words. */
create function private.article_changes(old public.articles, new public.articles) returns jsonb
language sql immutable set search_path = ''
return jsonb_build_object(
  'changed', nullif(concat_ws(', ',
    case when old.title <> new.title then 'title' end,
    case when old.subtitle is distinct from new.subtitle then 'subtitle' end,
    case when old.excerpt <> new.excerpt then 'excerpt' end,
    case when old.content <> new.content then 'text' end,
    case when old.category <> new.category then 'category' end,
    case when old.reading_time <> new.reading_time then 'reading time' end,
    case when old.hero_image is distinct from new.hero_image then 'picture' end,
    case when old.publish_date <> new.publish_date then 'date' end), ''),
  'address', private.change_in_words(old.slug, new.slug),
  'author', private.change_in_words(old.author, new.author));

create function private.record_article() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  trashed public.article_trash;
  is_scheduled boolean;
  changes jsonb;
begin
  if private.is_act_covered() then
    return null;
  end if;
  if tg_op = 'DELETE' then
    select * into trashed from public.article_trash where article_id = old.id order by deleted_at desc limit 1;
    -- What was deleted with it is named there.
    if trashed.deleted_with is null then
      perform private.record_article_act(old, 'trash_article', 'moved %s to the trash', jsonb_build_object('with', (
        select string_agg(private.language_in_words(language), ', ' order by language) from public.article_trash
        where story_id = old.id and deleted_at = now() and deleted_with is not null)));
    end if;
    return null;
  end if;
  if tg_op = 'INSERT' then
    select * into trashed from public.article_trash where article_id = new.id order by deleted_at desc limit 1;
    if found then
      if trashed.deleted_with is null then
        perform private.record_article_act(new, 'restore_article', 'took %s back out of the trash',
          jsonb_build_object('readers', case when new.published then 'see it again' else 'do not see it: it is a draft' end));
      end if;
    elsif new.published then
      perform private.record_article_act(new, 'publish_article', 'published %s');
    end if;
    return null;
  end if;
  changes := private.article_changes(old, new);
  if new.published and not old.published then
    is_scheduled := exists (
      select from public.article_schedules
      where article_id in (new.id, new.original_article_id) and status = 'published' and settled_at = now());
    perform private.record_article_act(new, 'publish_article', 'published %s' || case when is_scheduled then ' as scheduled' else '' end);
  elsif old.published and not new.published then
    perform private.record_article_act(new, 'unpublish_article', 'unpublished %s');
  elsif new.published and jsonb_strip_nulls(changes) <> '{}' then
    perform private.record_article_act(new,
      case when changes -> 'address' = 'null' then 'update_article' else 'move_article' end,
      case when changes -> 'address' = 'null' then 'changed %s' else 'changed the address of %s' end,
      changes || jsonb_build_object('featured', case when new.featured <> old.featured and pg_trigger_depth() = 1 then
        private.change_in_words(private.value_in_words(to_jsonb(old.featured)), private.value_in_words(to_jsonb(new.featured))) end));
  elsif new.published and new.featured <> old.featured and pg_trigger_depth() = 1 then
    perform private.record_article_act(new, 'feature_article',
      case when new.featured then 'featured %s' else 'featured %s no longer' end);
  end if;
  return null;
end
$$;
create trigger record_article after insert or update or delete on public.articles
  for each row execute function private.record_article();

/* The end of an article in the trash. Restoring and removing its text are acts of their own, by a person. */
create function private.record_expired_article() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if auth.role() is null and not exists (select from public.articles where id = old.article_id) then
    perform private.record_article_act(jsonb_populate_record(null::public.articles, old.article), 'expire_article',
      'deleted %s for ever, after its time in the trash');
  end if;
  return null;
end
$$;
create trigger record_expired_article after delete on public.article_trash
  for each row when (old.deleted_with is null) execute function private.record_expired_article();

create function private.record_schedule() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  article public.articles;
begin
  select * into article from public.articles where id = coalesce(new.article_id, old.article_id);
  if tg_op = 'DELETE' then
    -- Not when it was published by hand, or deleted.
    if old.status = 'waiting' and not article.published then
      perform private.record_article_act(article, 'unschedule_article', 'cancelled the publication of %s',
        jsonb_build_object('was_due', old.publish_at));
    end if;
  elsif tg_op = 'UPDATE' and (old.publish_at, old.status) = (new.publish_at, new.status) then
    return null;
  elsif new.status = 'waiting' then
    perform private.record_article_act(article, 'schedule_article', 'scheduled %s',
      jsonb_build_object('due', new.publish_at));
  elsif new.status <> 'published' then
    perform private.record_article_act(article, 'miss_schedule', 'did not publish %s as scheduled',
      jsonb_build_object('was_due', new.publish_at, 'why', new.reason));
  end if;
  return null;
end
$$;
create trigger record_schedule after insert or update or delete on public.article_schedules
  for each row execute function private.record_schedule();

/* A preview link shows a draft to anybody who has it. */
create function private.record_preview() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  article public.articles;
begin
  select * into article from public.articles where id = coalesce(new.article_id, old.article_id);
  if tg_op = 'INSERT' then
    perform private.record_article_act(article, 'create_preview', 'made a preview link of %s', jsonb_build_object('ends', new.expires_at));
  -- Not when it has expired, or its article was deleted.
  elsif old.expires_at > now() and article.id is not null then
    perform private.record_article_act(article, 'revoke_preview', 'withdrew a preview link of %s');
  end if;
  return null;
end
$$;
create trigger record_preview after insert or delete on public.article_previews
  for each row execute function private.record_preview();

/* Not for the focal point, which is moved while the form about the picture is open. */
create function private.record_picture() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    perform private.record_act('pictures', 'delete_picture', 'deleted the picture %s', old.name, old.id);
  elsif old.version is not null and new.version is distinct from old.version then
    perform private.record_act('pictures', 'replace_picture', 'replaced the picture %s', new.name, new.id);
  elsif old.name <> new.name then
    perform private.record_act('pictures', 'rename_picture', 'moved the picture %s', new.name, new.id,
      jsonb_build_object('name', private.change_in_words(old.name, new.name)));
  elsif (old.alts, old.decorative, old.credit, old.licence, old.licence_url)
      is distinct from (new.alts, new.decorative, new.credit, new.licence, new.licence_url) then
    perform private.record_act('pictures', 'describe_picture', 'described the picture %s', new.name, new.id, jsonb_build_object(
      'alternative_text', private.change_in_words(private.value_in_words(old.alts), private.value_in_words(new.alts)),
      'decorative', private.change_in_words(
        private.value_in_words(to_jsonb(old.decorative)), private.value_in_words(to_jsonb(new.decorative))),
      'credit', private.change_in_words(old.credit, new.credit),
      'licence', private.change_in_words(concat_ws(' ', old.licence, old.licence_url), concat_ws(' ', new.licence, new.licence_url))));
  end if;
  return null;
end
$$;
create trigger record_picture after update or delete on public.media_files
  for each row execute function private.record_picture();

/* Translations that a person has asked for, together one entry. */
create function private.record_requested_translations() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  asked record;
begin
  for asked in
    select requested_by, count(*) as runs, min(article_id::text)::uuid as article_id, count(distinct article_id) as articles,
      string_agg(distinct private.language_in_words(language), ', ') as languages
    from added where requested_by is not null group by requested_by
  loop
    perform private.record_act('translations', 'request_translations',
      case when asked.articles = 1 then 'had %s translated into ' || asked.languages
        else 'had ' || asked.articles || ' articles translated into ' || asked.languages end,
      case when asked.articles = 1 then (select title from public.articles where id = asked.article_id) end,
      case when asked.articles = 1 then asked.article_id end,
      jsonb_build_object('translations', asked.runs), p_actor => asked.requested_by);
  end loop;
  return null;
end
$$;
create trigger record_requested_translations after insert on public.translation_runs
  referencing new table as added for each statement execute function private.record_requested_translations();

create function private.record_issue_act(p_issue_id uuid, p_action text, p_did text, p_details jsonb, p_reason text, p_actor uuid) returns void
language sql set search_path = ''
as $$
  select private.record_act('newsletter', p_action, p_did, coalesce(
      (select nullif(subject, '') from public.newsletter_editions where issue_id = p_issue_id and language = 'en'),
      (select slug from public.newsletter_issues where id = p_issue_id), ''),
    p_issue_id, p_details, p_reason, p_actor)
$$;

/* What becomes of an issue. An approval, and messages that are sent again although they may have arrived, are recorded with more
   than their event says. */
create function private.record_issue_event() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  before text := (select event from public.newsletter_issue_events where issue_id = new.issue_id and id < new.id order by id desc limit 1);
  issue public.newsletter_issues;
  did text;
begin
  select * into issue from public.newsletter_issues where id = new.issue_id;
  did := case new.event
    when 'draft' then case when before is not null then 'took back the approval of the newsletter %s' end
    when 'scheduled' then case when issue.approved_at < now() then 'scheduled the newsletter %s' end
    when 'sending' then case
      when before in ('retried', 'resent') then null
      when before = 'paused' then 'went on with the newsletter %s'
      else 'began to send the newsletter %s' end
    when 'paused' then 'paused the newsletter %s'
    when 'sent' then 'finished sending the newsletter %s'
    when 'cancelled' then 'cancelled the newsletter %s'
    when 'held' then 'held back the newsletter %s'
    when 'retried' then 'sent failed messages of the newsletter %s again' end;
  if did is not null and not private.is_act_covered() then
    perform private.record_issue_act(new.issue_id, new.event || '_newsletter', did, jsonb_build_object(
      'due', case when new.event = 'scheduled' then issue.scheduled_for end,
      'recipients', case when new.event = 'sending' then issue.audience end), new.reason, new.actor);
  end if;
  return null;
end
$$;
create trigger record_issue_event after insert on public.newsletter_issue_events
  for each row execute function private.record_issue_event();

/* An invitation that has ended by itself or with its inviter, or was accepted, was not taken back. */
create function private.record_invitation() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    if old.expires_at > now() and auth.uid() is not null and pg_trigger_depth() = 1 then
      perform private.record_act('administrators', 'withdraw_invitation', 'took back the invitation of %s', old.email);
    end if;
  elsif tg_op = 'INSERT' or new.id <> old.id then
    perform private.record_act('administrators', 'invite_administrator', 'invited %s as an administrator', new.email,
      p_actor => new.invited_by);
  end if;
  return null;
end
$$;
create trigger record_invitation after insert or update or delete on private.administrator_invitations
  for each row execute function private.record_invitation();

create function private.record_role() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  account text := (select email from auth.users where id = coalesce(new.user_id, old.user_id));
begin
  if tg_op = 'INSERT' and current_setting('audit.actor', true) = new.user_id::text then
    perform private.record_act('administrators', 'accept_invitation', 'accepted an invitation, and is an administrator now',
      p_subject_id => new.user_id);
  elsif tg_op = 'INSERT' then
    perform private.record_act('administrators', 'add_administrator', 'made %s an administrator', account, new.user_id);
  elsif tg_op = 'DELETE' then
    perform private.record_act('administrators', 'remove_administrator', 'removed %s from the administrators',
      coalesce(account, 'a deleted account'), old.user_id);
  else
    perform private.record_act('administrators', 'change_role', 'changed the role of %s', account, new.user_id,
      jsonb_build_object('role', private.change_in_words(old.role, new.role)));
  end if;
  return null;
end
$$;
create trigger record_role after insert or update or delete on public.user_roles
  for each row execute function private.record_role();

create function private.record_setting() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  name constant text := coalesce(new.key, old.key);
  change constant jsonb := private.change_in_words(private.value_in_words(old.value), private.value_in_words(new.value), 'the default');
begin
  -- That somebody has read the welcome changes nothing.
  if name <> 'welcome' and new.value is distinct from old.value then
    perform private.record_act('settings', 'change_setting', 'changed the setting %s', replace(name, '_', ' '), null,
      jsonb_build_object('value', change));
  end if;
  return null;
end
$$;
create trigger record_setting after insert or update or delete on public.settings
  for each row execute function private.record_setting();

/* The key itself is in no entry, nor its end. */
create function private.record_ai_settings() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  changes constant jsonb := jsonb_strip_nulls(jsonb_build_object(
    'provider', private.change_in_words(old.provider, new.provider),
    'model', private.change_in_words(old.model, new.model),
    'address', private.change_in_words(old.base_url, new.base_url, 'that of the provider'),
    'key', case when old.sealed_key is distinct from new.sealed_key then
      case when new.sealed_key is null then 'removed' when old.sealed_key is null then 'set' else 'replaced' end end,
    'requests_at_once', private.change_in_words(old.concurrency::text, new.concurrency::text),
    'currency', private.change_in_words(old.currency, new.currency),
    'prices', private.change_in_words(private.value_in_words(old.prices), private.value_in_words(new.prices)),
    'monthly_budget', private.change_in_words(old.monthly_budget::text, new.monthly_budget::text)));
begin
  if changes <> '{}' then
    perform private.record_act('settings', 'change_model',
      case when changes ->> 'key' is not null then changes ->> 'key' || ' the key of the language model'
        else 'changed the settings of the language model' end, p_details => changes);
  end if;
  return null;
end
$$;
create trigger record_ai_settings after update on private.ai_settings
  for each row execute function private.record_ai_settings();
