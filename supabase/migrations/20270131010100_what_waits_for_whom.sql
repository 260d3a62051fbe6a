-- Who has what waits for a review, what waits to be published, and the history of an article by time.
drop function private.waiting_translations();
drop function public.list_translations_to_review(text, uuid, integer, integer);
drop function public.list_article_history(uuid, bigint, integer);
drop function private.translation_queue(text[]);

/* Who has a translation, or else is asked about what readers have reported in it; null: nobody in particular. */
create function private.person_of_translation(p_translation_id uuid, p_original_id uuid, p_language text) returns uuid
language sql stable security definer set search_path = ''
return coalesce(
  (select user_id from public.translation_claims
    where original_id = p_original_id and language = p_language and ended_at is null and saved_at > now() - private.time_of_claim()),
  case when exists (select from public.translation_reports where translation_id = p_translation_id and status = 'open')
    then private.assigned_translator(p_translation_id, p_language) end);

/* For who may publish translations: those that somebody who may not has finished, while readers have their originals already. */
create function private.finished_translations() returns table (translation_id uuid, since timestamptz)
language plpgsql stable
as $$
begin
  if (private.is_editor() or private.is_allowed('publish'))
    -- Without such a translator nothing has to be looked for.
    and exists (select from public.user_roles where role = 'translator' and not 'publish' = any (permissions)) then
    return query
      select article.id, greatest(made.translated_at, made.reviewed_at)
      from public.articles as article
        join public.article_translations as made on made.translation_id = article.id and made.stale_since is null
        join public.articles as original on original.id = article.original_article_id and original.published
      where not article.published and article.original_article_id is not null
        and (made.reviewed_at >= made.translated_at or article.language not in (
          select jsonb_array_elements_text(value) from public.settings where key = 'translation_review'))
        and not exists (
          select from public.article_schedules as schedule where schedule.article_id = article.id and schedule.status = 'waiting')
        -- What an editor has unpublished stays so.
        and not exists (
          select from public.article_revisions as version where version.article_id = article.id and version.published)
        and private.missing_for_publishing(article) = '{}' and private.is_by_translator_alone(article.id);
  end if;
end
$$;

/* What waits, with all its reasons: a renewed text that readers do not have yet, a first translation into a language whose translations
   wait for a review, texts for which a person and a model want something else, sentences that readers have reported, and, for who may
   publish it, what a translator who may not has finished since its original was published. */
create function private.waiting_translations()
returns table (
  translation_id uuid, original_id uuid, language text, title text, published boolean, since timestamptz, is_renewed boolean,
  is_unpublished boolean, is_finished boolean, conflicts integer, reports integer)
language sql stable
as $$
  select article.id as translation_id, article.original_article_id as original_id, article.language, article.title, article.published,
    reason.since, reason.is_renewed, reason.is_unpublished, reason.is_finished, reason.conflicts, reason.reports
  from (
    select each.translation_id, min(each.since) as since, bool_or(each.is_renewed) as is_renewed,
      bool_or(each.is_unpublished) as is_unpublished, bool_or(each.is_finished) as is_finished, sum(each.conflicts)::integer as conflicts, sum(each.reports)::integer as reports
    from (
      select translation_id, made_at as since, true as is_renewed, false as is_unpublished, false as is_finished, 0 as conflicts, 0 as reports
        from public.pending_translations
      union all
      select article.id, made.translated_at, false, true, false, 0, 0
        from public.articles as article join public.article_translations as made on made.translation_id = article.id
        where not article.published and article.original_article_id is not null
          and (made.reviewed_at is null or made.reviewed_at < made.translated_at)
          and article.language in (
            select jsonb_array_elements_text(value) from public.settings where key = 'translation_review')
      union all
      select finished, since, false, false, true, 0, 0 from private.finished_translations() as done (finished, since)
      union all
      select made.translation_id, made.translated_at, false, false, false, conflict.conflicts, 0
        from (
          select translation_id, count(*)::integer as conflicts from public.translation_parts
          where proposed_id is not null group by translation_id) as conflict
        join public.article_translations as made on made.translation_id = conflict.translation_id
      union all
      select translation_id, min(created_at), false, false, false, 0, count(*)::integer
        from public.translation_reports where status = 'open' group by translation_id
    ) as each group by each.translation_id
  ) as reason
  join public.articles as article on article.id = reason.translation_id and article.language = any((select private.offered_languages())::text[])
  join public.articles as original on original.id = article.original_article_id and original.language = 'en'
$$;

/* A page of the translations that wait for a person, the longest waiting first, and how many there are; for a translator, those into their
   languages of what they read. With p_mine only what the caller has or is asked about. Whatever is null
   means any. Raises 42501 unless the caller is an editor or a translator. */
create function public.list_translations_to_review(
  p_language text default null, p_except_original uuid default null, p_mine boolean default false, p_offset integer default 0,
  p_limit integer default 25) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  me constant uuid := auth.uid();
  reads_all constant boolean := private.is_editor();
  mine constant text[] := private.translated_languages();
  drafts constant uuid[] := array(select private.readable_drafts());
  answer jsonb;
begin
  if not (reads_all or private.is_translator()) then
    raise exception using errcode = '42501', message = 'Only editors and translators can list what is to be reviewed.';
  end if;
  with waiting as materialized (
    select * from private.waiting_translations()
    where (p_language is null or language = p_language) and (p_except_original is null or original_id <> p_except_original)
      and (reads_all or language = any (mine) and (original_id = any (drafts) or exists (
        select from public.articles as original where original.id = original_id and original.published)))
      and (not coalesce(p_mine, false) or private.person_of_translation(translation_id, original_id, language) = me)
  ), page as (
    select *, private.person_of_translation(translation_id, original_id, language) as person from waiting order by since, translation_id
    offset greatest(coalesce(p_offset, 0), 0) limit least(greatest(coalesce(p_limit, 0), 0), 100)
  )
  select jsonb_build_object('total', (select count(*) from waiting), 'rows', (
    select coalesce(jsonb_agg(jsonb_build_object(
      'translation_id', page.translation_id, 'original_id', page.original_id, 'language', page.language, 'title', page.title,
      'published', page.published, 'original_title', original.title, 'since', page.since, 'is_renewed', page.is_renewed,
      'is_unpublished', page.is_unpublished, 'is_finished', page.is_finished, 'conflicts', page.conflicts, 'reports', page.reports,
      'person', page.person, 'person_name', private.name_of_person(page.person))
      order by page.since, page.translation_id), '[]')
    from page join public.articles as original on original.id = page.original_id))
  into answer;
  return answer;
end
$$;

/* What waits in these languages of what the caller reads, with all its reasons: originals without a translation that are published or ready for it, translations
   whose original says something else by now, and private.waiting_translations(). What a run is making is not among it. The turns are
   late, of which the due day is over; now, what readers miss or get wrong; ready, what is not published yet; and old: what was
   published more than a month ago and never translated, of which the newest comes first. */
create function private.translation_queue(p_languages text[])
returns table (
  original_id uuid, language text, translation_id uuid, published boolean, turn integer, since timestamptz, due_on date, is_missing boolean,
  is_stale boolean, is_renewed boolean, is_unpublished boolean, is_finished boolean, conflicts integer, reports integer,
  assigned_to uuid)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  return query execute $query$
    with mended as (
      select translation_id, original_id, language, bool_or(published) as published, bool_or(is_original_published) as is_original_published,
        min(since) as since, bool_or(is_stale) as is_stale, bool_or(is_renewed) as is_renewed, bool_or(is_unpublished) as is_unpublished,
        bool_or(is_finished) as is_finished, max(conflicts) as conflicts, max(reports) as reports, bool_or(is_corrected) as is_corrected
      from (
        select translation.id as translation_id, original.id as original_id, translation.language, translation.published,
          original.published as is_original_published, made.stale_since as since, true as is_stale, false as is_renewed,
          false as is_unpublished, false as is_finished, 0 as conflicts, 0 as reports, made.corrected_at is not null as is_corrected
        from public.article_translations as made join public.articles as translation on translation.id = made.translation_id
          join public.articles as original on original.id = translation.original_article_id and original.language = 'en'
        where made.stale_since is not null and translation.language = any ($1)
        union all
        select waiting.translation_id, waiting.original_id, waiting.language, waiting.published, original.published, waiting.since, false,
          waiting.is_renewed, waiting.is_unpublished, waiting.is_finished, waiting.conflicts, waiting.reports, false
        from private.waiting_translations() as waiting join public.articles as original on original.id = waiting.original_id
        where waiting.language = any ($1)) as reason
      group by translation_id, original_id, language
    ), waiting as (
      select original_id, language, translation_id, published, is_original_published, since, false as is_missing, is_stale, is_renewed,
        is_unpublished, is_finished, conflicts, reports, is_corrected
      from mended
      union all
      select original.id, target, null, false, true, original.publish_date, true, false, false, false, false, 0, 0, false
      from public.articles as original cross join unnest($1) as target
      where original.language = 'en' and original.original_article_id is null and original.published
        and not exists (
          select from public.articles as translation where translation.original_article_id = original.id and translation.language = target)
      union all
      select original.id, target, null, false, false, coalesce(workflow.next_since, workflow.updated_at), true, false, false, false, false,
        0, 0, false
      from public.article_workflow as workflow join public.articles as original on original.id = workflow.article_id
        cross join unnest($1) as target
      where workflow.state = 'ready' and original.language = 'en' and not original.published and not exists (
        select from public.articles as translation where translation.original_article_id = original.id and translation.language = target)
    )
    select waiting.original_id, waiting.language, waiting.translation_id, waiting.published,
      case when workflow.due_on < current_date then 0
        when is_missing and is_original_published and waiting.since < now() - interval '30 days' then 3
        when is_original_published then 1 else 2 end,
      waiting.since, workflow.due_on, is_missing, is_stale, is_renewed, is_unpublished, is_finished, conflicts,
      reports, case when reports > 0 or is_corrected then private.assigned_translator(waiting.translation_id, waiting.language) end
    from waiting left join public.article_workflow as workflow on workflow.article_id = waiting.original_id
    where ($2 or is_original_published or waiting.original_id = any ($3)) and not exists (
      select from public.translation_runs as run
      where run.article_id = waiting.original_id and run.language = waiting.language and run.status in ('queued', 'running', 'paused'))
  $query$ using array(select unnest(p_languages) intersect select unnest(private.offered_languages())), private.is_editor(),
    array(select private.readable_drafts());
end
$$;

/* What happened to an article from a moment until before another one, null means any, the latest first, at most 200 entries: [{id,
   happened_at, name, action, did, of, handover, reason, due}]. Of an original also what happened to its translations, and of a translation
   also who took it. The reason is told to editors, and of a hand-over to everybody who is told of it; `of` are those whose notes it was.
   Null when the caller does not read the article at the desk. */
create function public.list_article_history(
  p_article_id uuid, p_from timestamptz default null, p_until timestamptz default null, p_limit integer default 50) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  asked public.articles;
  versions uuid[];
  mine constant text[] := private.translated_languages();
begin
  if not private.is_member() then
    raise exception using errcode = '42501', message = 'Only people of the desk can read what happened to an article.';
  end if;
  select * into asked from public.articles where id = p_article_id;
  if not found or not exists (select from private.told_articles(array[p_article_id])) then
    return null;
  end if;
  versions := array(
    select id from public.articles
    where id = asked.id or id = asked.original_article_id or original_article_id = asked.id);
  return (
    select jsonb_build_object('is_full', bool_or(entry.tells_all), 'entries', coalesce(jsonb_agg(jsonb_build_object(
      'id', entry.id, 'happened_at', entry.happened_at, 'name', entry.actor_name, 'action', entry.action, 'did', entry.did,
      'reason', case when private.is_editor() or entry.kind = 'work' then entry.reason end,
      'of', entry.details ->> 'of', 'handover', entry.handover,
      'due', case when entry.action <> 'hand_over' then coalesce(entry.details ->> 'due', entry.details ->> 'until') end)
      order by entry.id desc), '[]'))
    from (
      select log.*, told.tells_all, handover.facts as handover
      from private.told_articles(versions) as told join public.audit_log as log on log.subject_id = told.id
        -- Both are written in one transaction.
        left join lateral (
          select jsonb_build_object('state_before', state_before, 'state_after', state_after, 'due_on', due_on) as facts
          from public.handovers where log.action = 'hand_over' and article_id = log.subject_id and made_at = log.happened_at
          order by handovers.id limit 1) as handover on true
      where log.kind in ('articles', 'translations', 'work')
        and (told.tells_all or private.is_public_act(log.action) or log.details ->> 'language' = any (mine) and log.kind = 'work')
        -- Of the original, a translation has what was done for it.
        and (asked.original_article_id is null or told.id = asked.id or log.kind = 'work' and log.details ->> 'language' = asked.language)
        and (p_from is null or log.happened_at >= p_from) and (p_until is null or log.happened_at < p_until)
      order by log.id desc limit least(greatest(coalesce(p_limit, 0), 0), 200)) as entry);
end
$$;

grant execute on function
  public.list_article_history(uuid, timestamptz, timestamptz, integer),
  public.list_translations_to_review(text, uuid, boolean, integer, integer)
to authenticated;
select private.admit_service_role();
