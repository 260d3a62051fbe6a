-- Every version of an article: who saved it, when and why. Versions can be compared and restored.

-- Without a reference to articles, because the revisions of a deleted article stay while it is in the trash.
create table public.article_revisions (
  id bigint generated always as identity primary key,
  article_id uuid not null,
  made_at timestamptz not null default now(),
  -- Null for changes from before revisions were recorded, and for those of the program.
  made_by uuid,
  note text,
  title text not null,
  published boolean not null,
  -- The whole row, so that it also has the columns that were added later.
  article jsonb not null,
  -- Words of the content, and how many came and went in all texts since the version before; null where that was not counted.
  words integer,
  words_added integer,
  words_removed integer,
  -- The events of this version: [{what, at, by, for}], with who did it, and when a scheduled version is published.
  events jsonb not null default '[]',
  -- True if the program has made these texts, as a translation, for who asked for it.
  by_program boolean not null default false
);
create index article_revisions_of_article on public.article_revisions (article_id, id);
-- The drafts of an editor.
create index article_revisions_by_editor on public.article_revisions (article_id, made_by) where made_by is not null and not published;
revoke all on public.article_revisions from anon, authenticated, service_role;
grant select on public.article_revisions to authenticated, service_role;
create policy "editors read revisions" on public.article_revisions
  for select to authenticated using ((select private.is_editor()));

/* Moves the reason of a save from the article to the revision that keep_revision adds. */
create function private.take_revision_note() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if char_length(new.revision_note) > 500 then
    raise exception using errcode = '23514', constraint = 'articles_revision_note_length',
      message = 'The reason violates the check constraint "articles_revision_note_length".';
  end if;
  -- Holds until the end of the transaction, and for each article, because one statement may save several.
  perform set_config('revision.notes',
    (coalesce(nullif(current_setting('revision.notes', true), ''), '{}')::jsonb
      || jsonb_build_object(new.id, nullif(btrim(new.revision_note), '')))::text, true);
  new.revision_note := null;
  return new;
end
$$;
create trigger take_revision_note before insert or update on public.articles
  for each row when (new.revision_note is not null) execute function private.take_revision_note();

/* The words of a text, one a row, with the marks that stand alone. */
create function private.words_of(p_text text) returns setof text
language sql immutable set search_path = ''
as $$
  select word from string_to_table(translate(p_text, E'\n\r\t' || chr(160), '    '), ' ') as word where word <> ''
$$;

/* Returns how many words a text has, counted as countWords does on the desk. */
create function private.count_words(p_text text) returns integer
language sql immutable set search_path = ''
as $$
  select count(*)::integer from private.words_of(p_text) as word where word ~ '[[:alnum:]]' and word !~ '^\[\^[^][]+\]:?$'
$$;

/* The reading time of a text by its length, as core/domain/article-reading-time.ts has it. */
create function private.reading_time_of(p_content text) returns text
language sql immutable set search_path = ''
return greatest(1, round(private.count_words(p_content) / 200.0)) || ' min read';

/* Returns how many words one text has more often than the other, and less often. It takes no more time for texts that differ widely. */
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

/* Returns what happened with a save. */
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

/* Adds a revision. revision.by is the user for whom the program acts without a session; revision.by_program says whether it
   has made the texts itself. */
create function private.add_revision(
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
    array_to_string(private.translated_texts(p_before), E'\n'),
    array_to_string(private.translated_texts(article), E'\n')) as changed on p_before.id is not null
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

-- The version of an article that a person has seen last: opened on the desk, or saved since.
create table private.opened_versions (
  user_id uuid not null references auth.users (id) on delete cascade,
  article_id uuid not null references public.articles (id) on delete cascade,
  version timestamptz not null,
  primary key (user_id, article_id)
);
create index opened_versions_of_article on private.opened_versions (article_id);

/* Notes that the caller has seen this version of an article, its updated_at, on the desk. Returns {opened}: whether there is such a version. */
create function public.open_version(p_article_id uuid, p_version timestamptz) returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  if not private.is_member() then
    raise exception using errcode = '42501', message = 'Only people of the desk open versions there.';
  end if;
  insert into private.opened_versions as seen (user_id, article_id, version)
  select auth.uid(), article.id, p_version from public.articles as article
  where article.id = p_article_id and private.reads_article(article.id) and (
    article.updated_at = p_version or private.find_version(article.id, p_version) is not null)
  on conflict (user_id, article_id) do update set version = greatest(seen.version, excluded.version);
  return jsonb_build_object('opened', found);
end
$$;
grant execute on function public.open_version(uuid, timestamptz) to authenticated;

/* The version of a stored article. */
create function private.version_of(p_article jsonb) returns timestamptz
language sql immutable set search_path = ''
return (p_article ->> 'updated_at')::timestamptz;

/* The revision of a version of an article; null for a version that it never had. */
create function private.find_version(p_article_id uuid, p_version timestamptz) returns bigint
language sql stable set search_path = ''
return (
  select max(id) from public.article_revisions
  where article_id = p_article_id and private.version_of(article) = p_version);

/* The revision of a version of an article, or the one before it where a passing one was removed; null for a version that it never had. */
create function private.find_version_until(article public.articles, p_version timestamptz) returns bigint
language sql stable set search_path = ''
return (
  select id from public.article_revisions
  where article_id = article.id and private.version_of(article_revisions.article) <= p_version and p_version <= article.updated_at
  order by private.version_of(article_revisions.article) desc, id desc limit 1);

/* Tells whether nobody who may publish a translation has seen what it says: its texts were last changed by somebody who may not, or a run has made them
   of what such people wrote, and nobody who may has reviewed or published them since. Saving something beside the texts is not seeing them. */
create function private.is_by_translator_alone(p_translation_id uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
declare
  version public.article_revisions;
  language text;
  texts text[];
  those text[];
begin
  for version in select * from public.article_revisions where article_id = p_translation_id order by id desc loop
    language := version.article ->> 'language';
    those := private.translated_texts(jsonb_populate_record(null::public.articles, version.article));
    if version.article ->> 'original_article_id' is null
      or texts <> those
      or exists (
        select from jsonb_array_elements(version.events) as event
        where event ->> 'what' in ('reviewed', 'published') and private.publishes_translations((event ->> 'by')::uuid, language)) then
      return false;
    elsif version.made_by is not null and not private.publishes_translations(version.made_by, language)
      or version.by_program and private.has_unread_wordings(array(
        select part.segment_id from public.translation_parts as part
        where part.translation_id = p_translation_id
          and (part.approved_by is null or not private.publishes_translations(part.approved_by, language)))) then
      return true;
    end if;
    texts := those;
  end loop;
  return false;
end
$$;
grant execute on function private.is_by_translator_alone(uuid) to authenticated, service_role;

/* Returns what keeps an act that would make this text public from being done: {status: 'changed', version, by, at, from, to}, when p_version, the
   updated_at that the caller has read, is not the version of now; when the caller has opened an earlier one last; or when a translator who may
   not publish has saved it, and the caller has not opened it. by is who has changed it, null for the program; from and to are the revisions to
   compare. Null when nothing keeps it. Raises 22023 for what is no version of this article. */
create function private.changed_since(article public.articles, p_version text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  seen timestamptz;
  last public.article_revisions;
begin
  if p_version is null then
    raise exception using errcode = '22023', detail = article.id,
      message = format('Name the version of the article “%s”: readers get nothing that you have not seen.', article.title), hint = 'The version is its updated_at, exactly as you have read it.';
  end if;
  begin
    seen := p_version;
  exception when invalid_datetime_format or datetime_field_overflow then
    raise exception using errcode = '22023', detail = article.id,
      message = format('The version of the article “%s” is its updated_at, exactly as you have read it.', article.title);
  end;
  if seen = article.updated_at then
    select version into seen from private.opened_versions where user_id = auth.uid() and article_id = article.id;
    if not coalesce(seen < article.updated_at, private.is_by_translator_alone(article.id)) then
      return null;
    end if;
  elsif private.find_version_until(article, seen) is null then
    raise exception using errcode = '22023', detail = article.id,
      message = format('The article “%s” never had the version that you name.', article.title), hint = 'The version is its updated_at, exactly as you have read it.';
  end if;
  -- Of a translation that the caller has never opened, who has written it is told, not that the caller has changed something beside its text.
  select * into last from public.article_revisions
    where article_id = article.id and (seen is not null or by_program or made_by is distinct from auth.uid()) order by id desc limit 1;
  return jsonb_build_object('status', 'changed', 'version', article.updated_at, 'at', last.made_at,
    'by', coalesce(substring(last.note from '^By (.+ \(access token of [^)]+\))'),
      case when not last.by_program then private.name_of_person(last.made_by) end),
    'from', private.find_version_until(article, seen), 'to', last.id);
end
$$;
grant execute on function private.changed_since(articles, text) to authenticated, service_role;

/* Removes the last version of a draft, p_article, which a request replaces with p_next less than a minute after the version before it. It stays
   if its text was longer, if it was saved with a reason, by somebody else or by another program, if something happened to it, if somebody else
   has opened it, and if a translation was made of it or is being made. Returns the article as the version before it has it, or null. */
create function private.remove_passing_version(p_article public.articles, p_next public.articles) returns public.articles
language plpgsql set search_path = ''
as $$
declare
  passing public.article_revisions;
  earlier public.article_revisions;
begin
  select * into passing from public.article_revisions where article_id = p_article.id order by id desc limit 1;
  select * into earlier from public.article_revisions where article_id = p_article.id and id < passing.id order by id desc limit 1;
  if passing.made_by = auth.uid() and not passing.published and not passing.by_program and passing.events = '[]'
    and octet_length(p_next.content) >= octet_length(p_article.content)
    and passing.note is not distinct from 'By ' || private.token_in_words() and earlier.made_at > now() - interval '1 minute'
    and not exists (
      select from private.opened_versions
      where article_id = p_article.id and version = p_article.updated_at and user_id <> auth.uid())
    and not exists (
      select from public.article_translations where original_id = p_article.id and source_revision = passing.id
      union all select from public.pending_translations where original_id = p_article.id and source_revision = passing.id
      union all select from public.translation_runs where article_id = p_article.id and ended_at is null) then
    delete from public.article_revisions where id = passing.id;
    return jsonb_populate_record(null::public.articles, earlier.article);
  end if;
  return null;
end
$$;

/* Adds a revision when something that readers see has changed, and before it one of the version from before revisions
   were kept. */
create function private.keep_revision() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  unread constant text[] := array['featured', 'updated_at', 'revision_note'];
  -- Columns that publishing and unpublishing change.
  publication constant text[] := unread || array['published', 'publish_date', 'reading_time'];
  notes jsonb := coalesce(nullif(current_setting('revision.notes', true), ''), '{}')::jsonb;
  -- The owner of the bytes, also where the version stays with somebody else.
  actor constant uuid := coalesce(auth.uid(), nullif(current_setting('revision.by', true), '')::uuid);
  program constant text := coalesce(current_setting('revision.by_program', true), '');
  editor uuid := actor;
  is_restored boolean;
  last public.article_revisions;
  events jsonb;
  was public.articles := old;
  before public.articles;
begin
  if notes <> '{}' then
    perform set_config('revision.notes', (notes - new.id::text)::text, true);
  end if;
  if tg_op = 'UPDATE' then
    -- The person who saves a version has seen it, unless a token or the program does it for them, or the text before was not seen. A review, which the
    -- server stores for somebody, shows all of it.
    update private.opened_versions set version = new.updated_at
      where user_id = editor and article_id = new.id and (version = old.updated_at or auth.uid() is null)
        and coalesce(auth.role(), '') <> 'access_token'
        and program <> 'on';
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
      and private.translated_texts(old) <> private.translated_texts(new)
      and exists (
        select from public.article_revisions as earlier
        where earlier.article_id = new.id and earlier.title = new.title
          and private.translated_texts(jsonb_populate_record(null::public.articles, earlier.article)) = private.translated_texts(new)) end;
  events := private.events_of(old, new, editor, is_restored);
  if tg_op = 'INSERT' and is_restored then
    -- Whoever brings it back from the trash has not read it, so that it stays with who wrote and reviewed it.
    select * into last from public.article_revisions where article_id = new.id order by id desc limit 1;
    editor := last.made_by;
    events := events || coalesce(jsonb_path_query_array(last.events, '$[*] ? (@.what == "reviewed")'), '[]');
    perform set_config('revision.by_program', case when last.by_program then 'on' else '' end, true);
  end if;
  if tg_op = 'UPDATE' and events = '[]' then
    before := private.remove_passing_version(was, new);
    if before.id is not null then
      was := before;
    end if;
  end if;
  perform private.add_revision(new, was, now(), editor, notes ->> new.id::text, events);
  perform set_config('revision.by_program', program, true);
  -- Budgets stop neither what was scheduled nor unpublishing: readers do not keep what is taken from them.
  if not private.is_importing() and program <> 'on' and ((auth.uid() is null or old.published and not new.published)
    and to_jsonb(new) - publication = to_jsonb(old) - publication) is not true then
    perform private.count_bytes(actor,
      octet_length(array_to_string(private.judged_texts(new), '')) + octet_length(concat(new.hero_image, new.social_image)));
  end if;
  return null;
end
$$;
create trigger keep_first_revision after insert on public.articles
  for each row execute function private.keep_revision();

-- touch_article moves updated_at with everything that readers see.
create trigger keep_revision after update on public.articles
  for each row when (old.updated_at is distinct from new.updated_at) execute function private.keep_revision();
