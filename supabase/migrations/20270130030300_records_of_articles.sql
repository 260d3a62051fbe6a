-- The record of an article has said to editors what administrators did with unsaved texts.
/* The record of one version. Each list has its last 2,000 entries. */
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
      -- What administrators did with the unsaved text of somebody is for the audit log alone.
      where subject_id = article.id and kind <> 'administrators' order by id desc limit 2000) as last));
