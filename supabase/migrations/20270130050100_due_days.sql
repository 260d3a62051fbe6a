-- Who moves a due day on the calendar is who sets it beside the article.
/* Whether somebody decides when an article is due and who works on it: an editor, and an author for a draft of their own that is with them
   and has no time at which it is published. */
create function private.leads_work(p_user uuid, p_role text, work public.article_workflow) returns boolean
language sql stable set search_path = ''
return coalesce(
  p_role in ('admin', 'editor')
    or p_role = 'author' and work.owner = p_user and (work.state = 'draft' or work.next_person = p_user)
      and not exists (
        select from public.article_schedules as schedule where schedule.article_id = work.article_id and schedule.status = 'waiting'),
  false);

/* The workflow of an article whose people the caller may choose: editors of any, an author of a draft of their own. Null for an article that
   is not there, or not for the caller. */
create or replace function private.lock_own_workflow(p_article_id uuid) returns public.article_workflow
language plpgsql set search_path = ''
as $$
declare
  work constant public.article_workflow := private.lock_workflow(p_article_id);
begin
  if work.article_id is not null and not private.leads_work(auth.uid(), (private.desk_member()).role, work) then
    raise exception using errcode = '42501', message = 'Editors change that, and authors for drafts of their own.';
  end if;
  return work;
end
$$;

/* What is on the calendar of somebody with a role, from a day to another one of a time zone: at most 500 things, only those that they may
   read, as {items, has_more}. Each has its kind (idea, due, schedule, ending, published, issue), its day, its moment if it has one, and
   whether this person may move it. A published article is one thing with all languages of that day. */
create or replace function private.read_calendar(
  p_member public.user_roles, p_from date, p_until date, p_zone text, p_person uuid, p_language text, p_section text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  is_editor constant boolean := p_member.role in ('admin', 'editor');
  begins constant timestamptz := p_from::timestamp at time zone p_zone;
  ends constant timestamptz := (p_until + 1)::timestamp at time zone p_zone;
  drafts constant uuid[] := case when is_editor then '{}'
    else array(select private.drafts_read_by(p_member.user_id, p_member.role)) end;
  offered constant text[] := private.offered_languages();
begin
  return (
    with planned as (
      select 'idea' as kind, idea.id, idea.planned_on as day, null::timestamptz as at, idea.title,
        case when idea.language is null then '{}' else array[idea.language] end as languages, idea.section, idea.person,
        null::text as slug, null::text as status, idea.updated_at as changed_at,
        is_editor or p_member.role = 'author' and coalesce(p_member.user_id in (idea.made_by, idea.person), false) as can_move
      from public.ideas as idea
      where idea.planned_on between p_from and p_until and idea.article_id is null and idea.dropped_at is null
        and p_member.role in ('admin', 'author', 'editor', 'newsletter')
    ), due as (
      select 'due', draft.id, workflow.due_on, null::timestamptz, draft.title, array[draft.language], draft.category,
        coalesce(workflow.next_person, workflow.owner), draft.slug, workflow.state, greatest(workflow.updated_at, draft.updated_at),
        private.leads_work(p_member.user_id, p_member.role, workflow)
      from public.article_workflow as workflow join public.articles as draft on draft.id = workflow.article_id
      where workflow.due_on between p_from and p_until and not draft.published and (is_editor or draft.id = any (drafts))
    ), timed as (
      select 'schedule' as kind, article_id, publish_at as at, status, created_at from public.article_schedules
      where publish_at >= begins and publish_at < ends and status <> 'published'
      union all
      select 'ending', article_id, unpublish_at, 'waiting', created_at from public.article_unpublishings
      where unpublish_at >= begins and unpublish_at < ends
    ), scheduled as (
      select timed.kind, article.id, (timed.at at time zone p_zone)::date, timed.at, article.title, array[article.language], article.category,
        workflow.owner, article.slug, timed.status, timed.created_at, is_editor and timed.kind = 'schedule' and timed.status = 'waiting'
      from timed join public.articles as article on article.id = timed.article_id
        join public.articles as original on original.id = coalesce(article.original_article_id, article.id)
        left join public.article_workflow as workflow on workflow.article_id = original.id
      where (timed.kind = 'ending' or not article.published)
        and (is_editor or original.id = any (drafts)
          or p_member.role = 'translator' and original.published and article.language = any (p_member.languages))
    ), issues as (
      select 'issue', issue.id, sent.day, coalesce(issue.scheduled_for, issue.started_at), coalesce(edition.subject, ''),
        array(select language from public.newsletter_editions where issue_id = issue.id order by language), null::text,
        null::uuid, null::text, issue.status, issue.updated_at, false
      from public.newsletter_issues as issue
        left join public.newsletter_editions as edition on edition.issue_id = issue.id and edition.language = 'en'
        left join private.newsletter_sundays as of_clock on of_clock.issue_id = issue.id
        -- One that was begun by hand and has no time yet is for the next Sunday.
        cross join lateral (select coalesce(
          (coalesce(issue.scheduled_for, issue.started_at) at time zone p_zone)::date, of_clock.sunday,
          (date_trunc('week', issue.created_at at time zone p_zone) + interval '6 days')::date) as day) as sent
      where issue.status <> 'cancelled' and sent.day between p_from and p_until
        and (is_editor or p_member.role = 'newsletter')
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
      select * from planned union all select * from due union all select * from scheduled union all select * from issues
      union all select * from published
    ), kept as (
      select * from found
      where (p_person is null or person = p_person) and (p_language is null or p_language = any (languages))
        and (p_section is null or section = p_section)
      -- What is to come is never left out for what is in print.
      order by kind = 'published', day, at nulls first, title, id limit 501
    )
    select jsonb_build_object(
      'items', coalesce(jsonb_agg(to_jsonb(listed) - 'place' order by place) filter (where place <= 500), '[]'),
      'has_more', count(*) > 500)
    from (select *, row_number() over (order by kind = 'published', day, at nulls first, title, id) as place from kept) as listed);
end
$$;

/* Moves an idea, a due day or a waiting schedule from one day of a time zone to another one; a schedule keeps its time of day. Returns
   {status: 'moved'}. Other statuses change nothing: changed (it is on another day by now, or nowhere), and for a schedule what
   public.schedule_article answers. Raises 42501 unless the caller may move it. */
create or replace function public.move_calendar_item(p_kind text, p_id uuid, p_from date, p_to date, p_zone text default 'UTC') returns jsonb
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
      schedule.zone, schedule.accepted);
    if answer ->> 'status' <> 'scheduled' then
      return answer;
    end if;
  end if;
  return jsonb_build_object('status', 'moved');
end
$$;
