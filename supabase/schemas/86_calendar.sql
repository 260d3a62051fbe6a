-- The calendar: what is planned, due, scheduled and published, day by day, for the desk and for programs that read calendars.

/* Returns what is on the calendar of somebody with a role, from a day to another one of a time zone: at most 500 things, only those that they may
   read, as {items, has_more}. Each has its kind (idea, due, schedule, ending, published, issue), its day, its moment if it has one, and
   whether this person may move it. A published article is one thing with all languages of that day. */
create function private.read_calendar(
  p_member public.user_roles, p_from date, p_until date, p_zone text, p_person uuid, p_language text, p_section text) returns jsonb
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  is_editor constant boolean := private.role_has(p_member.role, 'edit');
  begins constant timestamptz := p_from::timestamp at time zone p_zone;
  ends constant timestamptz := (p_until + 1)::timestamp at time zone p_zone;
  offered constant text[] := private.offered_languages();
begin
  return (
    with planned as (
      select case waiting.kind when 'draft' then 'due' else waiting.kind end as kind, waiting.article_id as id,
        coalesce(waiting.due_on, (waiting.due_at at time zone p_zone)::date) as day, waiting.due_at as at,
        coalesce(idea.title, article.title) as title, array_remove(array[coalesce(idea.language, article.language)], null) as languages,
        coalesce(idea.section, article.category) as section,
        case waiting.kind when 'idea' then idea.person when 'draft' then coalesce(workflow.next_person, workflow.owner)
          else workflow.owner end as person,
        article.slug, waiting.state as status,
        case waiting.kind when 'idea' then idea.updated_at when 'draft' then greatest(workflow.updated_at, article.updated_at)
          else waiting.since end as changed_at,
        case waiting.kind when 'draft' then private.leads_work(p_member.user_id, p_member.role, workflow)
          when 'idea' then is_editor or private.role_has(p_member.role, 'own_drafts') and coalesce(p_member.user_id in (idea.made_by, idea.person), false)
          else is_editor and waiting.kind = 'schedule' and waiting.state = 'waiting' end as can_move
      from private.waiting
        left join public.ideas as idea on waiting.kind = 'idea' and idea.id = waiting.article_id
        left join public.articles as article on waiting.kind <> 'idea' and article.id = waiting.article_id
        left join public.articles as original on original.id = coalesce(article.original_article_id, article.id)
        left join public.article_workflow as workflow on workflow.article_id = original.id
      where waiting.kind in ('idea', 'draft', 'schedule', 'ending')
        and (waiting.due_on between p_from and p_until or waiting.due_at >= begins and waiting.due_at < ends)
        and case when waiting.kind = 'idea' then private.role_has(p_member.role, 'plan')
          else (waiting.kind = 'ending' or not article.published) and (is_editor
            or original.id in (select private.drafts_read_by(p_member.user_id, p_member.role))
            or private.role_has(p_member.role, 'own_languages') and original.published and article.language = any (p_member.languages)) end
    ), issues as (
      select 'issue', issue.id, sent.day, coalesce(issue.started_at, issue.scheduled_for), coalesce(edition.subject, ''),
        array(select language from public.newsletter_editions where issue_id = issue.id order by language), null::text,
        null::uuid, null::text, issue.status, issue.updated_at, false
      from public.newsletter_issues as issue
        left join public.newsletter_editions as edition on edition.issue_id = issue.id and edition.language = 'en'
        -- Without a time it is for the next Sunday, unless another issue was sent since; then for that for which it was begun.
        cross join lateral (select (coalesce(issue.started_at, issue.scheduled_for,
          case when issue.id in (select id from private.issues_of_sunday(private.next_newsletter_at())) then private.next_newsletter_at() end)
            at time zone p_zone)::date as day) as timed
        cross join lateral (select coalesce(timed.day, (select max(sunday) from private.newsletter_sundays where issue_id = issue.id),
          private.sunday_of((issue.created_at at time zone p_zone)::date)) as day) as sent
      where issue.status <> 'cancelled' and sent.day between p_from and p_until
        and private.role_has(p_member.role, 'make_newsletters')
    ), published as (
      select 'published', story.id, story.day, story.at, story.title, story.languages, story.category, workflow.owner, story.slug,
        null::text, story.changed_at, false
      from (
        select coalesce(original_article_id, id) as id, (publish_date at time zone p_zone)::date as day, min(publish_date) as at,
          (array_agg(title order by original_article_id nulls first, language))[1] as title,
          array_agg(language order by original_article_id nulls first, language) as languages,
          (array_agg(category order by original_article_id nulls first, language))[1] as category,
          (array_agg(slug order by original_article_id nulls first, language))[1] as slug, max(updated_at) as changed_at
        from (
          select * from public.articles
          where published and publish_date >= begins and publish_date < ends and (is_editor or language = any (offered))
            and (p_language is null or language = p_language) and (p_section is null or category = p_section)
          order by publish_date desc, id limit 2000) as latest
        group by 1, 2) as story
        left join public.article_workflow as workflow on workflow.article_id = story.id
      order by story.at desc limit 501
    ), found as (
      select * from planned union all select * from issues union all select * from published
    ), kept as (
      select * from found
      where (p_person is null or person = p_person) and (p_language is null or p_language = any (languages))
        and (p_section is null or section = p_section)
      -- An entry that is to come is never left out for what is in print.
      order by kind = 'published', day, at nulls first, title, id limit 501
    )
    select jsonb_build_object(
      'items', coalesce(jsonb_agg(to_jsonb(listed) - 'place' order by place) filter (where place <= 500), '[]'),
      'has_more', count(*) > 500)
    from (select *, row_number() over (order by kind = 'published', day, at nulls first, title, id) as place from kept) as listed);
end
$$;

/* Returns the numbers in which gaps are found: for editors, of each section in how many of the last eight weeks something was published and whether anything is
   planned for the next one; for editors and translators, of each of their languages its last twenty publications. */
create function private.read_rhythm(p_member public.user_roles, p_zone text) returns jsonb
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  this_week constant timestamp := date_trunc('week', now() at time zone p_zone);
  monday constant date := this_week + interval '7 days';
  sunday constant date := this_week + interval '13 days';
  begins constant timestamptz := monday::timestamp at time zone p_zone;
  ends constant timestamptz := (sunday + 1)::timestamp at time zone p_zone;
begin
  return jsonb_build_object(
    'today', (now() at time zone p_zone)::date,
    'sections', case when private.role_has(p_member.role, 'edit') then (
      select coalesce(jsonb_agg(jsonb_build_object('section', section.slug, 'weeks', coalesce(past.weeks, 0),
        'is_planned', planned.section is not null) order by section.position), '[]')
      from public.categories as section left join (
        select category, count(distinct date_trunc('week', publish_date at time zone p_zone)) as weeks
        from public.articles
        where original_article_id is null and published and publish_date < this_week at time zone p_zone
          and publish_date >= (this_week - interval '56 days') at time zone p_zone
        group by category) as past on past.category = section.slug
      left join (
        select distinct coalesce(idea.section, article.category) as section
        from private.waiting left join public.ideas as idea on waiting.kind = 'idea' and idea.id = waiting.article_id
          left join public.articles as article on article.id = waiting.article_id and article.original_article_id is null
        where waiting.kind in ('idea', 'draft') and waiting.due_on between monday and sunday
          or waiting.kind = 'schedule' and waiting.state = 'waiting' and waiting.due_at >= begins and waiting.due_at < ends
      ) as planned on planned.section = section.slug
      where section.retired_to is null) else '[]' end,
    'languages', (
      select coalesce(jsonb_agg(jsonb_build_object('language', offered.code, 'count', past.count, 'newest', past.newest, 'oldest', past.oldest)
        order by offered.code), '[]')
      from unnest(private.offered_languages()) as offered (code) cross join lateral (
        select count(*) as count, max(publish_date) as newest, min(publish_date) as oldest from (
          select publish_date from public.articles
          where language = offered.code and published order by publish_date desc limit 20) as latest) as past
      where private.role_has(p_member.role, 'edit') or offered.code = any (p_member.languages)));
end
$$;

/* Returns what the caller sees on the calendar: {items, has_more, rhythm}, as private.read_calendar and private.read_rhythm say. Days are those of a
   time zone. Raises 22023 for more than six weeks or an unknown zone, 42501 unless the caller has a role. */
create function public.list_calendar(
  p_from date, p_until date, p_zone text default 'UTC', p_person uuid default null, p_language text default null,
  p_section text default null) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  member constant public.user_roles := private.desk_member();
begin
  if member.user_id is null then
    raise exception using errcode = '42501', message = 'Only people of the desk have a calendar.';
  elsif not coalesce(
      p_from >= '2000-01-01' and p_until <= '2199-12-31' and p_until between p_from and p_from + 41, false) then
    raise exception using errcode = '22023', message = 'A calendar shows 1 to 42 days between the years 2000 and 2199.';
  elsif p_zone is null or p_zone !~ '^[A-Z][A-Za-z0-9_+/-]{1,63}$' then
    raise exception using errcode = '22023', message = 'A time zone has a name such as Europe/Zurich.';
  end if;
  return private.read_calendar(member, p_from, p_until, p_zone, p_person, p_language, p_section)
    || jsonb_build_object('rhythm', private.read_rhythm(member, p_zone));
end
$$;

/* Moves an idea, a due day or a waiting schedule from one day of a time zone to another one; a schedule keeps its time of day. Returns
   {status: 'moved'}. Other statuses change nothing: changed (it is on another day by now, or nowhere), and for a schedule what
   public.schedule_article answers. Raises 42501 unless the caller may move it. */
create function public.move_calendar_item(p_kind text, p_id uuid, p_from date, p_to date, p_zone text default 'UTC') returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  member constant public.user_roles := private.desk_member();
  schedule public.article_schedules;
  item jsonb;
  answer jsonb;
begin
  if member.user_id is null then
    raise exception using errcode = '42501', message = 'Only people of the desk have a calendar.';
  elsif p_kind is null or p_kind not in ('idea', 'due', 'schedule') then
    raise exception using errcode = '22023', message = 'Only ideas, due days and schedules can be moved.';
  elsif p_from is null or p_to is null or p_to not between '2000-01-01' and '2199-12-31' then
    raise exception using errcode = '22023', message = 'A day is between the years 2000 and 2199.';
  elsif p_zone is null or p_zone !~ '^[A-Z][A-Za-z0-9_+/-]{1,63}$' then
    raise exception using errcode = '22023', message = 'A time zone has a name such as Europe/Zurich.';
  end if;
  -- Locked before it is read, so that of two who move it at once the second one is told. An article is locked first, as everywhere.
  if p_kind = 'idea' then
    perform from public.ideas where id = p_id for update;
  else
    perform from public.articles where id = p_id for update;
    perform from public.article_workflow where article_id = p_id for update;
    select * into schedule from public.article_schedules where article_id = p_id for update;
  end if;
  select value into item
    from jsonb_array_elements(private.read_calendar(member, p_from, p_from, p_zone, null, null, null) -> 'items')
    where value ->> 'kind' = p_kind and value ->> 'id' = p_id::text;
  if item is null then
    return jsonb_build_object('status', 'changed');
  elsif item ->> 'can_move' is distinct from 'true' then
    raise exception using errcode = '42501', message = 'You cannot move this on the calendar.';
  end if;
  if p_kind = 'idea' then
    update public.ideas set planned_on = p_to where id = p_id;
  elsif p_kind = 'due' then
    perform public.set_due(p_id, p_to);
  else
    answer := public.schedule_article(
      p_id, (schedule.publish_at at time zone schedule.zone + (p_to - p_from) * interval '1 day') at time zone schedule.zone,
      schedule.zone, schedule.accepted, (select updated_at::text from public.articles where id = p_id));
    if answer ->> 'status' <> 'scheduled' then
      return answer;
    end if;
  end if;
  return jsonb_build_object('status', 'moved');
end
$$;

-- The address at which a program of somebody's reads their calendar.
create table private.calendar_addresses (
  user_id uuid primary key references auth.users (id) on delete cascade,
  -- SHA-256 of the secret in the address, in hexadecimal. The secret itself is stored nowhere.
  hash text not null unique check (hash ~ '^[0-9a-f]{64}$'),
  made_at timestamptz not null default now()
);
comment on table private.calendar_addresses is '{"backup": false}';
alter table private.calendar_addresses enable row level security;

/* Returns when the address of the caller for programs was made, {made_at}; null without one. */
create function public.find_calendar_address() returns jsonb
language sql stable security definer set search_path = ''
return (
  select jsonb_build_object('made_at', made_at) from private.calendar_addresses
  where user_id = (private.desk_member()).user_id);

/* Makes an address for the caller in place of the one before, and returns {secret}: 256 random bits, told only here. */
create function public.renew_calendar_address() returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  me constant uuid := (private.desk_member()).user_id;
  -- Three random UUIDs have 366 random bits.
  secret constant text := encode(sha256(
    uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())), 'hex');
begin
  -- Locked: somebody whose role ends meanwhile has no address afterwards.
  perform from public.user_roles where user_id = me for key share;
  if not found then
    raise exception using errcode = '42501', message = 'Only people of the desk have a calendar.';
  end if;
  insert into private.calendar_addresses (user_id, hash) values (me, private.sha256_hex(secret))
    on conflict (user_id) do update set hash = excluded.hash, made_at = now();
  return jsonb_build_object('secret', secret);
end
$$;

/* Ends the caller's address at once, {revoked}: false when there was none. */
create function public.revoke_calendar_address() returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.calendar_addresses where user_id = (private.desk_member()).user_id;
  return jsonb_build_object('revoked', found);
end
$$;

/* An address ends with the role, for good: another invitation does not bring it back. */
create function private.end_calendar_address() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.calendar_addresses where user_id = old.user_id;
  return null;
end
$$;
create trigger end_calendar_address after delete on public.user_roles
  for each row execute function private.end_calendar_address();

/* The calendar of whose address has this hash, {items, has_more}, from four weeks before today until twelve after; null for an unknown
   address, and for somebody who could not sign in now. There is no session: the role of the person says what they read. Only the server
   calls it. */
create function private.read_calendar_of_address(p_hash text, p_zone text) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  member public.user_roles;
  today constant date := now() at time zone p_zone;
begin
  select user_roles.* into member
    from private.calendar_addresses as address join auth.users on users.id = address.user_id
      join public.user_roles on user_roles.user_id = address.user_id
    where address.hash = p_hash and (users.banned_until is null or users.banned_until <= now())
      and (not exists (select from private.roles_with_second_factor as demanded where demanded.role = user_roles.role)
        or exists (select from auth.mfa_factors where mfa_factors.user_id = users.id and mfa_factors.status = 'verified'));
  return case when member.user_id is not null then
    private.read_calendar(member, today - 28, today + 84, p_zone, null, null, null) end;
end
$$;

grant execute on function
  public.find_calendar_address(),
  public.list_calendar(date, date, text, uuid, text, text),
  public.move_calendar_item(text, uuid, date, date, text),
  public.renew_calendar_address(),
  public.revoke_calendar_address()
to authenticated;
