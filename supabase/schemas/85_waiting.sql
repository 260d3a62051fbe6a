-- The work that waits at the desk: the dashboard, the lists of the own work, the calendar and the queue of translations are filters over it.

/* A row for each reason: its kind; the article, which for a missing or failed translation is its original, and for an idea the idea; its
   language; whom it is for, null: nobody in particular; who gave it to them; the day or the moment at which it is due; its state; how often;
   and since when. Whoever selects from it adds who may read it. The kind is a constant in each part, so that a plan has only the parts of the
   kinds that are asked for, and conditions on other columns use the indexes of each. */
create view private.waiting with (security_invoker = true) as
  -- A renewed text that readers do not have yet.
  select 'renewed' as kind, translation_id as article_id, language, null::uuid as person, null::uuid as given_by, null::date as due_on,
    null::timestamptz as due_at, null::text as state, 1 as times, made_at as since
  from public.pending_translations
  union all
  -- A first translation into a language whose translations wait for a review.
  select 'unreviewed', article.id, article.language, null, null, null, null, null, 1, made.translated_at
  from public.articles as article join public.article_translations as made on made.translation_id = article.id
  where not article.published and article.original_article_id is not null
    and (made.reviewed_at is null or made.reviewed_at < made.translated_at)
    and article.language = any ((select private.reviewed_languages())::text[])
  union all
  select 'finished', article.id, article.language, null, null, null, null, null, 1, finished.since
  from private.finished_translations() as finished join public.articles as article on article.id = finished.translation_id
  union all
  -- Texts for which a person and a model want something else.
  select 'conflict', made.translation_id, made.language, null, null, null, null, null, conflict.times, made.translated_at
  from (
    select translation_id, count(*)::integer as times from public.translation_parts
    where proposed_id is not null group by translation_id) as conflict
  join public.article_translations as made on made.translation_id = conflict.translation_id
  union all
  -- Sentences that readers have reported.
  select 'report', article.id, article.language, null, null, null, null, null, report.times, report.since
  from (
    select translation_id, count(*)::integer as times, min(created_at) as since from public.translation_reports
    where status = 'open' group by translation_id) as report
  join public.articles as article on article.id = report.translation_id
  union all
  select 'unread', translation_id, language, null, null, null, null, null, 1, since from private.unread_translations
  union all
  -- A translation whose original says something else by now.
  select 'stale', translation_id, language, null, null, null, null, case when corrected_at is not null then 'corrected' end, 1, stale_since
  from public.article_translations where stale_since is not null
  union all
  -- A run that failed after the translation was made last.
  select 'failed', run.article_id, run.language, run.requested_by, null, null, null, run.reason, 1, run.ended_at
  from public.translation_runs as run
    left join public.articles as translation on translation.original_article_id = run.article_id and translation.language = run.language
    left join public.article_translations as made on made.translation_id = translation.id
  where run.status = 'failed' and run.ended_at > coalesce(made.translated_at, '-infinity') and not exists (
    select from public.translation_runs as later
    where later.article_id = run.article_id and later.language = run.language and later.requested_at > run.requested_at)
  union all
  -- Originals without a translation that are published, or ready for it.
  select 'missing', original.id, target.code, null, null, null, null, 'published', 1, original.publish_date
  from public.articles as original join private.languages as target on target.code <> 'en'
  where original.language = 'en' and original.original_article_id is null and original.published and not exists (
    select from public.articles as translation where translation.original_article_id = original.id and translation.language = target.code)
  union all
  select 'missing', original.id, target.code, null, null, workflow.due_on, null, 'ready', 1, coalesce(workflow.next_since, workflow.updated_at)
  from public.article_workflow as workflow join public.articles as original on original.id = workflow.article_id
    join private.languages as target on target.code <> 'en'
  where workflow.state = 'ready' and original.language = 'en' and not original.published and not exists (
    select from public.articles as translation where translation.original_article_id = original.id and translation.language = target.code)
  union all
  -- The work of its owner, and that of whom it was handed to or in to, which is any editor without a person.
  select 'draft', article.id, article.language, work.owner, null, work.due_on, null, work.state, 1,
    coalesce(work.next_since, article.created_at)
  from public.article_workflow as work join public.articles as article on article.id = work.article_id and not article.published
  union all
  select 'handed', article.id, article.language, work.next_person, work.next_from, work.due_on, null, work.state, 1,
    coalesce(work.next_since, article.created_at)
  from public.article_workflow as work join public.articles as article on article.id = work.article_id and not article.published
  where work.next_person is not null or work.state = 'handed_in'
  union all
  -- Left joins, which a plan leaves out where nobody asks for the language.
  select 'schedule', schedule.article_id, article.language, null, schedule.created_by, null, schedule.publish_at, schedule.status, 1,
    schedule.created_at
  from public.article_schedules as schedule left join public.articles as article on article.id = schedule.article_id
  where schedule.status <> 'published'
  union all
  select 'ending', ending.article_id, article.language, null, ending.created_by, null, ending.unpublish_at, 'waiting', 1, ending.created_at
  from public.article_unpublishings as ending left join public.articles as article on article.id = ending.article_id
  union all
  select 'idea', id, language, person, made_by, planned_on, null, null, 1, made_at
  from public.ideas where article_id is null and dropped_at is null;

/* Translations that wait in these languages for a person, each with all its reasons: of those that wait for a review, and of these other
   kinds. */
create function private.waiting_translations(p_languages text[], p_kinds text[])
returns table (
  translation_id uuid, original_id uuid, language text, title text, published boolean, is_original_published boolean, since timestamptz,
  is_stale boolean, is_corrected boolean, is_renewed boolean, is_unpublished boolean, is_finished boolean, is_unread boolean,
  conflicts integer, reports integer)
language sql stable
as $$
  select article.id, original.id, article.language, article.title, article.published, original.published, reason.since, reason.is_stale,
    reason.is_corrected, reason.is_renewed, reason.is_unpublished, reason.is_finished, reason.is_unread,
    coalesce(reason.conflicts, 0)::integer, coalesce(reason.reports, 0)::integer
  from (
    select article_id, min(since) as since, bool_or(kind = 'stale') as is_stale, bool_or(state is not null) as is_corrected,
      bool_or(kind = 'renewed') as is_renewed, bool_or(kind = 'unreviewed') as is_unpublished, bool_or(kind = 'finished') as is_finished,
      bool_or(kind = 'unread') as is_unread, sum(times) filter (where kind = 'conflict') as conflicts,
      sum(times) filter (where kind = 'report') as reports
    from private.waiting
    where kind = any ('{renewed,unreviewed,finished,conflict,report}' || p_kinds) and language = any (p_languages)
    group by article_id) as reason
  join public.articles as article on article.id = reason.article_id
  join public.articles as original on original.id = article.original_article_id and original.language = 'en'
$$;
