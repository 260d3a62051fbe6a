-- Who made a version, and whether it was restored, are facts, and not what its reason says.
alter table public.article_revisions add column by_program boolean not null default false;
update public.article_revisions set by_program = true
  where note ~ '^Translated (by|from) ' and note <> 'Translated by hand' and article ->> 'original_article_id' is not null;

drop function private.events_of(public.articles, public.articles, uuid, text);
create function private.events_of(p_before public.articles, p_after public.articles, p_by uuid, p_is_restored boolean) returns jsonb
language sql stable set search_path = ''
return (
  select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object('what', what, 'at', now(), 'by', p_by)) order by place), '[]')
  from (values
    (1, 'created', p_before.id is null and not p_is_restored),
    (2, 'restored', p_is_restored),
    (3, 'published', p_after.published and p_before.published is not true),
    (4, 'unpublished', p_before.published and not p_after.published)) as event (place, what, happened)
  where happened);

create or replace function private.add_revision(
  article public.articles, p_before public.articles, p_made_at timestamptz, p_made_by uuid, p_note text, p_events jsonb)
returns void
language sql set search_path = ''
as $$
  insert into public.article_revisions (
    article_id, made_at, made_by, note, title, published, article, words, words_added, words_removed, events, by_program)
  select article.id, p_made_at, p_made_by, p_note, article.title, article.published,
    to_jsonb(article) - 'featured' - 'revision_note', private.count_words(article.content), changed.added, changed.removed, p_events,
    coalesce(current_setting('revision.by_program', true), '') = 'on'
  from (select) as one
  left join private.count_changed_words(
    concat_ws(E'\n', p_before.title, p_before.subtitle, p_before.excerpt, p_before.content),
    concat_ws(E'\n', article.title, article.subtitle, article.excerpt, article.content)) as changed on p_before.id is not null
$$;

create or replace function private.keep_revision() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  unread constant text[] := array['featured', 'updated_at', 'revision_note'];
  notes jsonb := coalesce(nullif(current_setting('revision.notes', true), ''), '{}')::jsonb;
  editor uuid := coalesce(auth.uid(), nullif(current_setting('revision.by', true), '')::uuid);
  is_restored boolean;
  last public.article_revisions;
  events jsonb;
begin
  if notes <> '{}' then
    perform set_config('revision.notes', (notes - new.id::text)::text, true);
  end if;
  if tg_op = 'UPDATE' then
    if to_jsonb(new) - unread = to_jsonb(old) - unread then
      return null;
    end if;
    if not exists (select from public.article_revisions where article_id = old.id) then
      perform private.add_revision(old, null, old.updated_at, null, null, '[]');
    end if;
  end if;
  -- A reason is free text, so it is asked whether there was such a version.
  is_restored := case when tg_op = 'INSERT' then exists (select from public.article_trash where article_id = new.id)
    else coalesce(notes ->> new.id::text like 'Restored %', false)
      and (old.title, old.subtitle, old.excerpt, old.content) is distinct from (new.title, new.subtitle, new.excerpt, new.content)
      and exists (
        select from public.article_revisions as earlier
        where earlier.article_id = new.id and (earlier.article ->> 'title', earlier.article ->> 'subtitle', earlier.article ->> 'excerpt',
          earlier.article ->> 'content') is not distinct from (new.title, new.subtitle, new.excerpt, new.content)) end;
  events := private.events_of(old, new, editor, is_restored);
  if tg_op = 'INSERT' and is_restored then
    -- Whoever brings it back from the trash has not read it, so that it stays with who wrote and reviewed it.
    select * into last from public.article_revisions where article_id = new.id order by id desc limit 1;
    editor := last.made_by;
    events := events || coalesce(jsonb_path_query_array(last.events, '$[*] ? (@.what == "reviewed")'), '[]');
    perform set_config('revision.by_program', case when last.by_program then 'on' else '' end, true);
  end if;
  perform private.add_revision(new, old, now(), editor, notes ->> new.id::text, events);
  return null;
end
$$;

create or replace function private.is_by_translator_alone(p_translation_id uuid) returns boolean
language sql stable security definer set search_path = ''
return exists (
  select from public.article_revisions as version
    cross join lateral (select version.article ->> 'language' as language) as written
  where version.id = (select max(id) from public.article_revisions where article_id = p_translation_id)
    and version.article ->> 'original_article_id' is not null
    and (
      version.made_by is not null and not private.publishes_translations(version.made_by, written.language)
      or version.by_program and private.has_unread_wordings(array(
        select part.segment_id from public.translation_parts as part
        where part.translation_id = p_translation_id
          and (part.approved_by is null or not private.publishes_translations(part.approved_by, written.language)))))
    and not exists (
      select from jsonb_array_elements(version.events) as event
      where event ->> 'what' = 'reviewed' and private.publishes_translations((event ->> 'by')::uuid, written.language)));

create or replace function private.assigned_translator(p_translation_id uuid, p_language text) returns uuid
language sql stable security definer set search_path = ''
return (
  select member.user_id
  from (
    select made_by::text as person, id as place, 0 as step from public.article_revisions
      where article_id = p_translation_id and made_by is not null and not by_program
    union all
    select event ->> 'by', id, 1 from public.article_revisions, jsonb_array_elements(events) as event
      where article_id = p_translation_id and event ->> 'what' = 'reviewed') as touch
  join public.user_roles as member on member.user_id::text = touch.person
  where member.role in ('admin', 'editor') or member.role = 'translator' and p_language = any (member.languages)
  order by member.role = 'translator' desc, touch.place desc, touch.step desc limit 1);

-- It reads every column of a version.
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
