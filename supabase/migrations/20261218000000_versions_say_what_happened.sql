-- The list of drafts says who changed what last, and versions say what happened to them.
alter table public.article_revisions
  add column words integer,
  add column words_added integer,
  add column words_removed integer,
  add column events jsonb not null default '[]';

-- Of older versions only this is known without reading their texts.
update public.article_revisions as revision
set events = jsonb_build_array(jsonb_strip_nulls(jsonb_build_object(
  'what', case when change.published then 'published' else 'unpublished' end, 'at', change.made_at, 'by', change.made_by)))
from (
  select id, published, made_at, made_by, lag(published) over (partition by article_id order by id) as before
  from public.article_revisions) as change
where change.id = revision.id and change.published is distinct from coalesce(change.before, false);

drop function private.add_revision(public.articles, timestamptz, uuid, text);
/* The words of a text, one a row, with the marks that stand alone. */
create function private.words_of(p_text text) returns setof text
language sql immutable set search_path = ''
as $$
  select word from string_to_table(translate(p_text, E'\n\r\t' || chr(160), '    '), ' ') as word where word <> ''
$$;

/* How many words a text has, counted as countWords does on the desk. */
create function private.count_words(p_text text) returns integer
language sql immutable set search_path = ''
as $$
  select count(*)::integer from private.words_of(p_text) as word where word ~ '[[:alnum:]]' and word !~ '^\[\^[^][]+\]:?$'
$$;

/* How many words one text has more often than the other, and less often. It takes no more time for texts that differ widely. */
create function private.count_changed_words(p_before text, p_after text, out added integer, out removed integer)
language sql immutable set search_path = ''
as $$
  select coalesce(sum(greatest(more, 0)), 0)::integer, coalesce(sum(greatest(-more, 0)), 0)::integer
  from (
    select sum(count) as more from (
      select word, 1 as count from private.words_of(p_after) as word
      union all select word, -1 from private.words_of(p_before) as word) as each
    group by word) as changed
$$;

/* What happened with a save. */
create function private.events_of(p_before public.articles, p_after public.articles, p_by uuid, p_note text) returns jsonb
language sql stable set search_path = ''
return (
  select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object('what', what, 'at', now(), 'by', p_by)) order by place), '[]')
  from (values
    (1, 'created', p_before.id is null and p_note is distinct from 'Restored from the trash'),
    (2, 'restored', p_note like 'Restored %'),
    (3, 'published', p_after.published and p_before.published is not true),
    (4, 'unpublished', p_before.published and not p_after.published)) as event (place, what, happened)
  where happened);

/* Adds a revision. revision.by is the user for whom the program acts without a session. */
create function private.add_revision(
  article public.articles, p_before public.articles, p_made_at timestamptz, p_made_by uuid, p_note text, p_events jsonb)
returns void
language sql set search_path = ''
as $$
  insert into public.article_revisions (
    article_id, made_at, made_by, note, title, published, article, words, words_added, words_removed, events)
  select article.id, p_made_at, p_made_by, p_note, article.title, article.published,
    to_jsonb(article) - 'featured' - 'revision_note', private.count_words(article.content), changed.added, changed.removed, p_events
  from (select) as one
  left join private.count_changed_words(
    concat_ws(E'\n', p_before.title, p_before.subtitle, p_before.excerpt, p_before.content),
    concat_ws(E'\n', article.title, article.subtitle, article.excerpt, article.content)) as changed on p_before.id is not null
$$;

/* Adds to the latest version of an article what happened to it, in place of an earlier event of this kind. */
create function private.note_event(p_article_id uuid, p_event jsonb) returns void
language sql set search_path = ''
as $$
  update public.article_revisions
    set events = jsonb_path_query_array(events, '$[*] ? (@.what != $what)', jsonb_build_object('what', p_event -> 'what'))
      || jsonb_strip_nulls(p_event || jsonb_build_object('at', now()))
    where id = (select max(id) from public.article_revisions where article_id = p_article_id)
$$;

/* Adds a revision when something that readers see has changed, and before it one of the version from before revisions
   were kept. */
create or replace function private.keep_revision() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  unread constant text[] := array['featured', 'updated_at', 'revision_note'];
  notes jsonb := coalesce(nullif(current_setting('revision.notes', true), ''), '{}')::jsonb;
  editor uuid := coalesce(auth.uid(), nullif(current_setting('revision.by', true), '')::uuid);
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
  perform private.add_revision(new, old, now(), editor, notes ->> new.id::text,
    private.events_of(old, new, editor, notes ->> new.id::text));
  return null;
end
$$;

/* Notes with the version of an article that it was scheduled. */
create function private.note_schedule() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.note_event(new.article_id,
    jsonb_build_object('what', 'scheduled', 'by', new.created_by, 'for', new.publish_at));
  return null;
end
$$;
create trigger note_schedule after insert on public.article_schedules
  for each row when (new.status = 'waiting') execute function private.note_schedule();
create trigger note_changed_schedule after update on public.article_schedules
  for each row when (new.status = 'waiting' and (old.publish_at, old.status) is distinct from (new.publish_at, new.status))
  execute function private.note_schedule();

/* Notes with the version of a translation that it was translated, and that a person has reviewed it. What is recorded of an old
   translation later is no event. */
create function private.note_translation() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.translated_at = now() and (tg_op = 'INSERT' or new.translated_at is distinct from old.translated_at) then
    perform private.note_event(new.translation_id, jsonb_build_object('what', 'translated'));
  end if;
  if new.reviewed_at is not null and (tg_op = 'INSERT' or new.reviewed_at is distinct from old.reviewed_at) then
    perform private.note_event(new.translation_id, jsonb_build_object('what', 'reviewed', 'by',
      coalesce(auth.uid()::text, nullif(current_setting('audit.actor', true), ''), nullif(current_setting('revision.by', true), ''))));
  end if;
  return null;
end
$$;
create trigger note_translation after insert or update of translated_at, reviewed_at on public.article_translations
  for each row execute function private.note_translation();

/* Of these articles, a JSON array of at most 200 ids: who made the last version, how many words it has, and when the caller has last typed
   something that is not saved. */
create function public.describe_drafts(p_ids jsonb)
returns table (article_id uuid, changed_by uuid, words integer, unsaved_at timestamptz)
language sql stable set search_path = ''
as $$
  select draft.id, latest.made_by, latest.words,
    (select max(updated_at) from public.working_copies as copy where copy.article_id = draft.id and owner = auth.uid())
  from (select id::uuid as id from jsonb_array_elements_text(p_ids) as id limit 200) as draft
  left join lateral (
    select made_by, words from public.article_revisions as revision where revision.article_id = draft.id
    order by id desc limit 1) as latest on true
$$;

/* The texts that the caller has typed and that nobody else sees, because they were never saved as a draft. The latest form counts. */
create function public.list_own_drafts()
returns table (
  copy_id uuid, article_id uuid, title text, category text, reading_time text, words integer, created_at timestamptz,
  updated_at timestamptz)
language sql stable set search_path = ''
as $$
  select id, copy.article_id, title, form ->> 'category', form ->> 'reading_time', private.count_words(form ->> 'content'),
    created_at, updated_at
  from public.working_copies as copy
  where owner = auth.uid() and since is null
    and not exists (select from public.articles where articles.id = copy.article_id)
    and not exists (
      select from public.working_copies as later
      where later.owner = copy.owner and later.article_id = copy.article_id and later.since is null
        and (later.updated_at, later.id) > (copy.updated_at, copy.id))
  order by updated_at desc, id limit 25
$$;

grant execute on function
  public.describe_drafts(jsonb),
  public.list_own_drafts()
to authenticated;
grant execute on function
  private.words_of(text),
  private.count_words(text)
to authenticated, service_role;

-- It names every column of a version.
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
      where subject_id = article.id order by id desc limit 2000) as last));
