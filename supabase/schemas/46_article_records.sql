-- The record of an article: who wrote, translated and reviewed it, and who is responsible for it.

/* The user who did something; the address is null when the account no longer exists. */
create function private.recorded_person(p_user_id uuid) returns jsonb
language sql stable security definer set search_path = ''
return case when p_user_id is not null then
  jsonb_build_object('id', p_user_id, 'email', (select email from auth.users where id = p_user_id)) end;

/* The record of one version. Each list has its last 2,000 entries. */
create function private.version_record(article public.articles) returns jsonb
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
      -- The acts of administrators with the unsaved text of somebody are for the audit log alone.
      where subject_id = article.id and kind <> 'administrators' order by id desc limit 2000) as last));

/* The record of all versions of an article; null when there is no article with this id. Raises 42501 unless the caller is an
   editor. */
create function public.export_article_record(p_article_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  story uuid;
begin
  if not private.is_editor() then
    raise exception using errcode = '42501', message = 'Only editors can read the record of an article.';
  end if;
  select coalesce(original_article_id, id) into story from public.articles where id = p_article_id;
  if not found then
    return null;
  end if;
  return jsonb_build_object(
    'exported_at', now(),
    'responsible', (select value from public.settings where key = 'editorial_responsibility'),
    'versions', (
      select jsonb_agg(
        private.version_record(articles) || jsonb_build_object('sourcing', private.sourcing_record(articles.id))
        order by original_article_id is not null, language)
      from public.articles where story in (id, original_article_id)));
end
$$;

grant execute on function
  public.export_article_record(uuid)
to authenticated;
