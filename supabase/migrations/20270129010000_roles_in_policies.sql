-- Editors, translators and people of the newsletter do what administrators did, each as far as the role goes.
alter table public.glossary_proposals add column proposed_by uuid;
grant insert (id, language, before, after, term) on public.glossary_proposals to authenticated;

/* Whether a user is an editor, or an administrator, who may sign in. */
create function private.can_edit(p_user_id uuid) returns boolean
language sql stable security definer set search_path = ''
return exists (
  select from public.user_roles join auth.users on users.id = user_roles.user_id
  where user_roles.user_id = p_user_id and user_roles.role in ('admin', 'editor')
    and (users.banned_until is null or users.banned_until <= now())
);

/* Why a translation is not finished: stale when its original says something else by now, unreviewed when it waits for a review, or was last
   saved by a translator who may not publish; null when it is. */
create or replace function private.unfinished_reason(p_translation_id uuid, p_language text) returns text
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select case
      when stale_since is not null then 'stale'
      when translation_id is not null and (reviewed_at is null or reviewed_at < translated_at)
        and (select value from public.settings where key = 'translation_review') ? p_language then 'unreviewed'
      when private.is_by_translator_alone(p_translation_id) then 'unreviewed' end
    from (select p_translation_id as id) as asked left join public.article_translations on translation_id = asked.id);
end
$$;

/* Publishes up to a hundred drafts in one statement. Returns [{id, status}]: published, already_published, gone, or
   incomplete with missing. A draft that was never published before is dated now. Raises 42501 unless the caller may publish all of
   them. */
create or replace function public.publish_articles(p_ids jsonb) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  asked uuid[];
  answer jsonb;
begin
  if not (private.may('publish') or private.is_allowed('publish')) then
    raise exception using errcode = '42501', message = 'Only editors can publish, and translators to whom it was allowed.',
      hint = 'An access token needs the scope publish.';
  end if;
  if jsonb_typeof(p_ids) is distinct from 'array' or jsonb_array_length(p_ids) > 100 then
    raise exception using errcode = '22023', message = 'A list of at most 100 ids is expected.';
  end if;
  asked := array(select distinct value::uuid from jsonb_array_elements_text(p_ids));
  with found as (
    select article.id, article.published, private.missing_for_publishing(article) as missing
    from public.articles as article where article.id = any (asked)
    order by article.id for update
  ), published as (
    update public.articles as article set published = true, publish_date = case
        when exists (select from public.article_revisions as revision
          where revision.article_id = article.id and revision.published)
        then article.publish_date else now() end
      from found where article.id = found.id and not found.published and found.missing = '{}'
  )
  select jsonb_agg(jsonb_build_object('id', id, 'status', case
      when found.id is null then 'gone'
      when found.published then 'already_published'
      when found.missing <> '{}' then 'incomplete'
      else 'published' end)
    || case when found.missing <> '{}' and not found.published
      then jsonb_build_object('missing', to_jsonb(found.missing)) else '{}' end
    order by id)
  into answer
  from unnest(asked) as id left join found using (id);
  return coalesce(answer, '[]');
end
$$;

/* Adds a note of today to a published article. Returns {status: 'added', id, corrected_at, replaced, updated_at}: a form that
   began with the version `replaced` may go on from `updated_at`, because nothing else was changed between. Other statuses: gone,
   not_published, too_many. */
create or replace function public.add_correction(p_article_id uuid, p_text text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  article public.articles;
  correction public.article_corrections;
begin
  if not private.may('publish') then
    raise exception using errcode = '42501', message = 'Only editors can correct an article.',
      hint = 'An access token needs the scope publish.';
  end if;
  select * into article from public.articles where id = p_article_id for update;
  if not found then
    return jsonb_build_object('status', 'gone');
  elsif not article.published then
    return jsonb_build_object('status', 'not_published');
  elsif (select count(*) from public.article_corrections where article_id = p_article_id) >= 100 then
    return jsonb_build_object('status', 'too_many');
  end if;
  insert into public.article_corrections (article_id, text) values (p_article_id, p_text) returning * into correction;
  return jsonb_build_object(
    'status', 'added', 'id', correction.id, 'corrected_at', correction.corrected_at, 'replaced', article.updated_at,
    'updated_at', (select updated_at from public.articles where id = p_article_id));
end
$$;

/* Changes what a correction says. Returns {status: 'changed', replaced, updated_at}: a form that began with the version `replaced`
   may go on from `updated_at`, because nothing else was changed between. The other status is gone. */
create or replace function public.change_correction(p_id uuid, p_text text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  article public.articles;
begin
  if not private.may('publish') then
    raise exception using errcode = '42501', message = 'Only editors can change a correction.',
      hint = 'An access token needs the scope publish.';
  end if;
  article := private.lock_corrected_article(p_id);
  if article.id is null then
    return jsonb_build_object('status', 'gone');
  end if;
  update public.article_corrections set text = p_text where id = p_id;
  if not found then
    return jsonb_build_object('status', 'gone');
  end if;
  return jsonb_build_object('status', 'changed', 'replaced', article.updated_at,
    'updated_at', (select updated_at from public.articles where id = article.id));
end
$$;

/* Deletes a correction. Returns {status: 'deleted', replaced, updated_at}, or the status gone. */
create or replace function public.delete_correction(p_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  article public.articles;
begin
  if not private.may('publish') then
    raise exception using errcode = '42501', message = 'Only editors can delete a correction.',
      hint = 'An access token needs the scope publish.';
  end if;
  article := private.lock_corrected_article(p_id);
  if article.id is null then
    return jsonb_build_object('status', 'gone');
  end if;
  delete from public.article_corrections where id = p_id;
  if not found then
    return jsonb_build_object('status', 'gone');
  end if;
  return jsonb_build_object('status', 'deleted', 'replaced', article.updated_at,
    'updated_at', (select updated_at from public.articles where id = article.id));
end
$$;

/* Brings back what was deleted together. Returns {status: 'restored', id, slug, drafts}, where drafts are the languages that
   were published and came back as drafts: all of them with p_as_draft, otherwise those whose slug was taken meanwhile, or whose time
   is over until which readers were to find them.
   Other statuses change nothing:
   gone: it was restored already, or its thirty days are over;
   slug_taken, with taken: [{slug, language}]: with p_slug it comes back under that one, and its translations under free ones;
   original_missing: translations whose original is no longer there;
   translation_exists, with languages: the original was translated again meanwhile.
   Being featured is not taken back from another article. Raises 42501 unless the caller is an editor, or the author of a draft. */
create or replace function public.restore_article(p_trash_id uuid, p_slug text default null, p_as_draft boolean default false) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  head public.article_trash;
  item public.article_trash;
  taken jsonb;
  free text;
  comes_back jsonb;
  columns text;
  drafts text[] := '{}';
  is_editor constant boolean := private.is_editor();
begin
  if not (is_editor or private.is_author()) then
    raise exception using errcode = '42501', message = 'Only editors and authors can restore an article.';
  end if;
  -- The lock of take_turns_featuring, taken before any row is.
  perform pg_advisory_xact_lock(hashtext('articles.featured'));
  select * into head from public.article_trash
    where id = (select coalesce(deleted_with, id) from public.article_trash where id = p_trash_id) for update;
  if not found then
    return jsonb_build_object('status', 'gone');
  end if;
  if not is_editor then
    perform private.check_author_restores(head, p_slug);
  end if;

  if head.article_id <> head.story_id then
    if not exists (select from public.articles where id = head.story_id) then
      return jsonb_build_object('status', 'original_missing');
    end if;
    select jsonb_agg(trash.language order by trash.language) into taken
      from public.article_trash as trash join public.articles
        on articles.original_article_id = trash.story_id and articles.language = trash.language
      where head.id in (trash.id, trash.deleted_with);
    if taken is not null then
      return jsonb_build_object('status', 'translation_exists', 'languages', taken);
    end if;
  end if;

  select jsonb_agg(jsonb_build_object('slug', articles.slug, 'language', articles.language) order by articles.language) into taken
    from public.article_trash as trash join public.articles
      on articles.language = trash.language
        and articles.slug = case when trash.id = head.id then coalesce(p_slug, trash.slug) else trash.slug end
    where head.id in (trash.id, trash.deleted_with) and (p_slug is null or trash.id = head.id);
  if taken is not null then
    return jsonb_build_object('status', 'slug_taken', 'taken', taken);
  end if;

  for item in
    select * from public.article_trash where head.id in (id, deleted_with)
    order by (article_id = story_id) desc, language
  loop
    free := case when item.id = head.id then coalesce(p_slug, item.slug) else private.free_slug(item.slug, item.language) end;
    comes_back := item.article || jsonb_build_object(
      'slug', free,
      'published', item.published and not p_as_draft and free = item.slug
        and coalesce((item.article #>> '{unpublishing,unpublish_at}')::timestamptz > now(), true)
        and private.missing_for_publishing(jsonb_populate_record(null::public.articles, item.article)) = '{}',
      'featured', (item.article ->> 'featured')::boolean and is_editor
        and not exists (select from public.articles where articles.language = item.language and articles.featured),
      'revision_note', 'Restored from the trash');
    -- It is another version when readers would see another one.
    if free <> item.slug or (comes_back ->> 'published')::boolean <> item.published then
      comes_back := comes_back || jsonb_build_object('updated_at', now());
    end if;
    if item.published and not (comes_back ->> 'published')::boolean then
      drafts := drafts || item.language;
    end if;
    -- Columns that were added to the table since have their defaults.
    select string_agg(quote_ident(attname), ', ') into columns from pg_catalog.pg_attribute
      where attrelid = 'public.articles'::regclass and attnum > 0 and not attisdropped and attgenerated = '' and comes_back ? attname;
    execute format('insert into public.articles (%1$s) select %1$s from jsonb_populate_record(null::public.articles, $1)', columns)
      using comes_back;
    insert into public.article_unpublishings
      select * from jsonb_populate_record(null::public.article_unpublishings, item.article -> 'unpublishing') as ending
      where ending.article_id = item.article_id and ending.unpublish_at > now();
    insert into public.slug_redirects (slug, language, article_id, created_at)
    select redirect.slug, redirect.language, item.article_id, redirect.created_at
    from jsonb_to_recordset(item.redirects) as redirect (slug text, language text, created_at timestamptz)
    where redirect.slug is not null and not exists (
      select from public.articles
      where articles.slug = redirect.slug and articles.language = redirect.language and articles.published)
    on conflict (slug, language) do nothing;
    insert into private.old_addresses (address, article_id, created_at)
    select redirect.address, item.article_id, redirect.created_at
    from jsonb_to_recordset(item.redirects) as redirect (address text, created_at timestamptz)
    where redirect.address is not null
    on conflict (address) do nothing;
  end loop;

  delete from public.article_trash where id = head.id;
  return jsonb_build_object('status', 'restored', 'id', head.article_id, 'slug', coalesce(p_slug, head.slug), 'drafts', to_jsonb(drafts));
end
$$;

/* Schedules a draft, or changes its schedule. p_accepted are the findings of the check that do not stop it when it is due. Returns
   {status: 'scheduled', publish_at}; list_story_versions says which translations are not published with it. Other statuses change nothing: gone, already_published,
   incomplete (with missing), past (more than a minute ago), too_far (more than two years), unknown_zone. */
create or replace function public.schedule_article(
  p_article_id uuid, p_publish_at timestamptz, p_zone text, p_accepted jsonb default '[]') returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  article public.articles;
  missing text[];
begin
  if not private.may('publish') then
    raise exception using errcode = '42501', message = 'Only editors can schedule an article.',
      hint = 'An access token needs the scope publish.';
  end if;
  -- The article is locked first, as everywhere: a save may have to remove its schedule.
  select * into article from public.articles where id = p_article_id for update;
  if not found then
    return jsonb_build_object('status', 'gone');
  elsif article.published then
    return jsonb_build_object('status', 'already_published');
  elsif p_publish_at < clock_timestamp() - interval '1 minute' then
    return jsonb_build_object('status', 'past');
  elsif p_publish_at > clock_timestamp() + interval '2 years' then
    return jsonb_build_object('status', 'too_far');
  elsif not exists (select from pg_catalog.pg_timezone_names where name = p_zone) then
    return jsonb_build_object('status', 'unknown_zone');
  end if;
  missing := private.missing_for_publishing(article);
  if missing <> '{}' then
    return jsonb_build_object('status', 'incomplete', 'missing', to_jsonb(missing));
  end if;
  insert into public.article_schedules (article_id, publish_at, zone, accepted, created_by)
  values (p_article_id, p_publish_at, p_zone, coalesce(p_accepted, '[]'), auth.uid())
  on conflict (article_id) do update set
    publish_at = excluded.publish_at, zone = excluded.zone, accepted = excluded.accepted, created_by = excluded.created_by,
    created_at = now(), status = 'waiting', reason = null, settled_at = null;
  return jsonb_build_object('status', 'scheduled', 'publish_at', p_publish_at);
end
$$;

/* The articles of a desk list with p_search in their title, slug or author, in any case: their number, and the ids of
   one page of them. Null means any. Security definer, because policies would keep LIKE from using the index: it checks
   once what the policies of articles check, finds only what the caller reads, and raises 42501 for who has no role. The
   matches are computed once, for the number and the page. */
create or replace function public.search_desk(
  p_search text, p_published boolean, p_language text default null, p_category text default null,
  p_featured boolean default null, p_sort text default 'publish_date', p_descending boolean default true,
  p_offset integer default 0, p_limit integer default 25) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  pattern text := '%' || replace(replace(replace(lower(left(p_search, 200)), '\', '\\'), '%', '\%'), '_', '\_') || '%';
  reads_all constant boolean := private.is_editor();
  readable uuid[] := '{}';
  answer jsonb;
begin
  if not private.is_member() then
    raise exception using errcode = '42501', message = 'Only people of the desk can search it.';
  end if;
  if not reads_all then
    readable := array(select private.readable_articles());
  end if;
  if p_sort is null or p_sort not in ('title', 'category', 'author', 'publish_date', 'created_at', 'updated_at') then
    raise exception using errcode = '22023', message = 'A list cannot be sorted by this.';
  end if;
  -- Planned for these values, because a rare word is looked up and a frequent one is not.
  execute format($query$
    with found as materialized (
      select articles.id, articles.%1$I as sorted
      from private.desk_words join public.articles on articles.id = desk_words.article_id
      where ($2 is null or desk_words.published = $2) and ($3 is null or desk_words.language = $3) and desk_words.words like $1
        and ($4 is null or articles.category = $4) and ($5 is null or articles.featured = $5)
        and ($8 or desk_words.published or desk_words.article_id = any ($9)))
    select jsonb_build_object('total', (select count(*) from found), 'ids', (
      select coalesce(jsonb_agg(id), '[]')
      from (select id from found order by sorted %2$s, id offset $6 limit $7) as page))
  $query$, p_sort, case when p_descending then 'desc' else 'asc' end)
  into answer
  using pattern, p_published, p_language, p_category, p_featured,
    greatest(coalesce(p_offset, 0), 0), least(greatest(coalesce(p_limit, 0), 0), 1000), reads_all, readable;
  return answer;
end
$$;

/* Sets the time at which an article is unpublished, also before it is published. Returns {status: 'scheduled', unpublish_at}. Other
   statuses change nothing: gone, past, too_far (more than ten years), before_publication, unknown_zone. */
create or replace function public.schedule_unpublishing(p_article_id uuid, p_unpublish_at timestamptz, p_zone text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  if not private.may('publish') then
    raise exception using errcode = '42501', message = 'Only editors can unpublish an article.',
      hint = 'An access token needs the scope publish.';
  end if;
  perform from public.articles where id = p_article_id for update;
  if not found then
    return jsonb_build_object('status', 'gone');
  elsif p_unpublish_at <= clock_timestamp() then
    return jsonb_build_object('status', 'past');
  elsif p_unpublish_at > clock_timestamp() + interval '10 years' then
    return jsonb_build_object('status', 'too_far');
  elsif exists (
    select from public.article_schedules
    where article_id = p_article_id and status = 'waiting' and publish_at >= p_unpublish_at) then
    return jsonb_build_object('status', 'before_publication');
  elsif not exists (select from pg_catalog.pg_timezone_names where name = p_zone) then
    return jsonb_build_object('status', 'unknown_zone');
  end if;
  insert into public.article_unpublishings (article_id, unpublish_at, zone, created_by)
  values (p_article_id, p_unpublish_at, p_zone, auth.uid())
  on conflict (article_id) do update set
    unpublish_at = excluded.unpublish_at, zone = excluded.zone, created_by = excluded.created_by, created_at = now();
  return jsonb_build_object('status', 'scheduled', 'unpublish_at', p_unpublish_at);
end
$$;

/* Whether the caller is a person who may do what a scope allows, or an access token with that scope. */
create or replace function private.may(p_scope text) returns boolean
language sql stable set search_path = ''
return case when p_scope = 'subscribers' then private.is_allowed('addresses') else private.is_editor() end or private.has_scope(p_scope);

/* Ends a run that has not ended; for a translator, one into their languages. Its worker notices before the next request to the model.
   Returns {status: 'cancelled'}, or {status: 'ended'} when there was nothing to end. */
create or replace function public.cancel_translation(p_run_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  if not (private.may('translate') or exists (
    select from public.translation_runs where id = p_run_id and language = any (private.translated_languages()))) then
    raise exception using errcode = '42501', message = 'Only editors can cancel a translation, and translators into its language.',
      hint = 'An access token needs the scope translate.';
  end if;
  update public.translation_runs set status = 'cancelled', ended_at = now()
    where id = p_run_id and status in ('queued', 'running', 'paused');
  return jsonb_build_object('status', case when found then 'cancelled' else 'ended' end);
end
$$;

/* Adds these terms, [{language, term, rule, translation, example}], and changes those that are there already, all or none of them. An
   example that is missing stays as it was. Returns how many were added and changed; the others said the same before. */
create or replace function public.import_glossary(p_terms jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  answer jsonb;
begin
  if not private.is_editor() then
    raise exception using errcode = '42501', message = 'Only editors can change the glossary.';
  end if;
  if jsonb_typeof(p_terms) is distinct from 'array' or jsonb_array_length(p_terms) not between 1 and 10000 then
    raise exception using errcode = '22023', message = 'A list of 1 to 10,000 terms is expected.';
  end if;
  if exists (
    select from jsonb_array_elements(p_terms) as item
    where case when jsonb_typeof(item) = 'object'
      then item - array['language', 'term', 'rule', 'translation', 'example'] <> '{}' else true end) then
    raise exception using errcode = '22023', message = 'A term has language, term, rule, translation and example, and nothing else.';
  end if;
  if exists (
    select from jsonb_to_recordset(p_terms) as given (language text, term text)
    group by given.language, lower(given.term) having count(*) > 1) then
    raise exception using errcode = '22023', message = 'The list has a term twice.';
  end if;
  perform set_config('audit.covered', 'on', true);
  with stored as (
    insert into public.glossary_terms as known (language, term, rule, translation, example)
    select given.language, given.term, given.rule, given.translation, given.example
    from jsonb_to_recordset(p_terms) as given (language text, term text, rule text, translation text, example text)
    order by given.language, lower(given.term)
    on conflict (language, lower(term)) do update
      set term = excluded.term, rule = excluded.rule, translation = excluded.translation,
        example = coalesce(excluded.example, known.example)
      where (known.term, known.rule, known.translation, known.example)
        is distinct from (excluded.term, excluded.rule, excluded.translation, coalesce(excluded.example, known.example))
    returning xmax = 0 as is_new)
  select jsonb_build_object('added', count(*) filter (where is_new), 'changed', count(*) filter (where not is_new))
  into answer from stored;
  perform set_config('audit.covered', '', true);
  if answer <> '{"added": 0, "changed": 0}' then
    perform private.record_act('translations', 'import_glossary', 'imported terms into the glossary', p_details => answer);
  end if;
  return answer;
end
$$;

/* A page of the entries of the glossary, and how many there are: those of which a row is of p_language and has p_rule, and with p_search
   in a term or a translation. Whatever is null means any. Raises 42501 unless the caller is an editor or a translator. */
create or replace function public.list_glossary(
  p_search text default null, p_language text default null, p_rule text default null, p_by_date boolean default false,
  p_descending boolean default false, p_offset integer default 0, p_limit integer default 25) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  searched text := lower(left(p_search, 200));
  answer jsonb;
begin
  if not (private.is_editor() or private.is_translator()) then
    raise exception using errcode = '42501', message = 'Only editors and translators can read the glossary.';
  end if;
  with entry as materialized (
    select lower(term) as key, max(updated_at) as changed from public.glossary_terms group by lower(term)
    having bool_or((p_language is null or language = p_language) and (p_rule is null or rule = p_rule))
      and (coalesce(searched, '') = '' or bool_or(strpos(lower(term), searched) > 0 or strpos(lower(translation), searched) > 0))
  ), page as (
    select key, row_number() over () as place from (
      select key from entry order by
        case when p_by_date and not p_descending then changed end, case when p_by_date and p_descending then changed end desc,
        case when not p_by_date and p_descending then key end desc, key
      offset greatest(coalesce(p_offset, 0), 0) limit least(greatest(coalesce(p_limit, 0), 0), 1000)) as chosen
  )
  select jsonb_build_object('total', (select count(*) from entry), 'rows', (
    select coalesce(jsonb_agg(private.glossary_entry(key) order by place), '[]') from page))
  into answer;
  return answer;
end
$$;

/* The entry of which this is a row; null when there is none. Raises 42501 unless the caller is an editor or a translator. */
create or replace function public.find_glossary_entry(p_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not (private.is_editor() or private.is_translator()) then
    raise exception using errcode = '42501', message = 'Only editors and translators can read the glossary.';
  end if;
  return private.glossary_entry((select term from public.glossary_terms where id = p_id));
end
$$;

/* Stores an entry, {term, example, languages: {de: {rule, translation}}}, in place of p_before, {term, version}, which is null for a new
   one; all or nothing of it. Returns {status, entry}: `saved`; `changed`, with what another editor has stored meanwhile; or `taken`, with
   the other entry that has the term. Raises 42501 unless the caller is an editor. */
create or replace function public.save_glossary_entry(p_before jsonb, p_entry jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  before constant jsonb := nullif(p_before, 'null');
  key_before constant text := lower(before ->> 'term');
  wanted constant jsonb := p_entry -> 'languages';
  named constant text := p_entry ->> 'term';
  known jsonb;
  other jsonb;
begin
  if not private.is_editor() then
    raise exception using errcode = '42501', message = 'Only editors can change the glossary.';
  end if;
  if jsonb_typeof(p_entry) is distinct from 'object' or p_entry - array['term', 'example', 'languages'] <> '{}' or named is null
    or jsonb_typeof(wanted) is distinct from 'object' or wanted = '{}'
    or exists (
      select from jsonb_each(wanted) as item
      where case when jsonb_typeof(item.value) = 'object' then item.value - array['rule', 'translation'] <> '{}' else true end) then
    raise exception using errcode = '22023',
      message = 'An entry has term, example, and languages: an object with rule and translation for at least one language.';
  end if;
  -- Imports and other editors wait for each other.
  lock table public.glossary_terms in share row exclusive mode;
  known := private.glossary_entry(key_before);
  other := case when lower(named) is distinct from key_before then private.glossary_entry(named) end;
  if private.is_same_entry(coalesce(other, known), p_entry) and (other is null or known is null) then
    return jsonb_build_object('status', 'saved', 'entry', coalesce(other, known));
  end if;
  if before is not null and (known ->> 'version') is distinct from (before ->> 'version') then
    return jsonb_build_object('status', 'changed', 'entry', known);
  end if;
  if other is not null then
    return jsonb_build_object('status', 'taken', 'entry', other);
  end if;
  perform set_config('audit.covered', 'on', true);
  delete from public.glossary_terms where lower(term) = key_before and not wanted ? language;
  update public.glossary_terms as row set term = named, rule = given.value ->> 'rule', translation = given.value ->> 'translation',
      example = p_entry ->> 'example'
    from jsonb_each(wanted) as given where lower(row.term) = key_before and row.language = given.key;
  insert into public.glossary_terms (language, term, rule, translation, example)
    select key, named, value ->> 'rule', value ->> 'translation', p_entry ->> 'example'
    from jsonb_each(wanted) where not coalesce(known -> 'languages', '{}') ? key order by key;
  perform set_config('audit.covered', '', true);
  other := private.glossary_entry(named);
  perform private.record_glossary_entry(known, other);
  return jsonb_build_object('status', 'saved', 'entry', other);
end
$$;

/* Records who proposes a term, and limits the open proposals of a person to 100. */
create function private.stamp_glossary_proposal() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.proposed_by := auth.uid();
  if (select count(*) from public.glossary_proposals where proposed_by = new.proposed_by and status = 'open') >= 100 then
    raise exception using errcode = '23514', constraint = 'glossary_proposals_per_person',
      message = 'There are 100 open proposals of yours already (glossary_proposals_per_person).',
      hint = 'Wait until an editor has decided on some of them.';
  end if;
  return new;
end
$$;

/* The 20 open proposals that have waited longest, each with the last example of up to five articles, and how many are open in all; for a
   translator, those of their languages, with examples of what they read. */
create or replace function public.list_glossary_proposals() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  reads_all constant boolean := private.is_editor();
  mine constant text[] := private.translated_languages();
  drafts constant uuid[] := array(select private.readable_drafts());
  answer jsonb;
begin
  if not (reads_all or private.is_translator()) then
    raise exception using errcode = '42501', message = 'Only editors and translators can read proposals.';
  end if;
  with shown as (
    select * from public.glossary_proposals where status = 'open' and language = any (mine) order by created_at, id limit 20
  ), example as (
    select shown.id as proposal_id, edit.*, row_number() over (partition by shown.id order by edit.id desc) as place,
      count(*) over (partition by shown.id) as articles
    from shown cross join lateral (
      select distinct on (e.article_id) e.* from public.translation_edits as e
      where e.language = shown.language
        and (e.change_key = shown.change_key or (e.before, e.after) = (shown.before, shown.after))
        and (reads_all or e.article_id = any (drafts) or exists (
          select from public.articles as original where original.id = e.article_id and original.published))
      order by e.article_id, e.id desc) as edit
  ), told as (
    select shown.id, max(example.articles) as articles, jsonb_agg(jsonb_build_object(
        'article_id', example.article_id, 'title', article.title, 'slug', article.slug,
        'before', example.before, 'after', example.after,
        'source', private.words_around(person.source, coalesce(shown.term, '')),
        'machine_text', private.words_around(machine.text, example.before),
        'person_text', private.words_around(person.text, example.after)) order by example.place) as examples
    from example join shown on shown.id = example.proposal_id
    join public.translation_segments as person on person.id = example.segment_id
    join public.translation_segments as machine on machine.id = example.replaced_id
    left join public.articles as article on article.id = example.article_id
    where example.place <= 5 group by shown.id
  )
  select jsonb_build_object(
    'total', (select count(*) from public.glossary_proposals where status = 'open' and language = any (mine)),
    'proposals', coalesce(jsonb_agg(jsonb_build_object(
      'id', shown.id, 'language', shown.language, 'before', shown.before, 'after', shown.after, 'term', shown.term,
      'articles', coalesce(told.articles, 0), 'examples', coalesce(told.examples, '[]')) order by shown.created_at, shown.id), '[]'))
  into answer from shown left join told using (id);
  return answer;
end
$$;

/* The record of all versions of an article; null when there is no article with this id. Raises 42501 unless the caller is an
   editor. */
create or replace function public.export_article_record(p_article_id uuid) returns jsonb
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
      select jsonb_agg(private.version_record(articles) order by original_article_id is not null, language)
      from public.articles where story in (id, original_article_id)));
end
$$;

/* A page of the translations that wait for a person, the longest waiting first, and how many there are; for a translator, those into their
   languages of what they read. Whatever is null means any. Raises 42501 unless the caller is an editor or a translator. */
create or replace function public.list_translations_to_review(
  p_language text default null, p_except_original uuid default null, p_offset integer default 0, p_limit integer default 25) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
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
  ), page as (
    select * from waiting order by since, translation_id
    offset greatest(coalesce(p_offset, 0), 0) limit least(greatest(coalesce(p_limit, 0), 0), 100)
  )
  select jsonb_build_object('total', (select count(*) from waiting), 'rows', (
    select coalesce(jsonb_agg(jsonb_build_object(
      'translation_id', page.translation_id, 'original_id', page.original_id, 'language', page.language, 'title', page.title,
      'published', page.published, 'original_title', original.title, 'since', page.since, 'is_renewed', page.is_renewed,
      'is_unpublished', page.is_unpublished, 'conflicts', page.conflicts, 'reports', page.reports)
      order by page.since, page.translation_id), '[]')
    from page join public.articles as original on original.id = page.original_id))
  into answer;
  return answer;
end
$$;

/*
 * A page of the English originals with the state of each translation, and how many originals there are. They are published since
 * p_since, or at any time, or drafts; have p_search in the title, slug or author; and of their cells, in p_language or in any, at least
 * one is in one of p_states, a JSON array. A translator gets the originals that they read, and the cells of their languages. Whatever is
 * null means any. Raises 42501 unless the caller is an editor or a translator.
 */
create or replace function public.list_translation_coverage(
  p_search text default null, p_category text default null, p_published boolean default true, p_since timestamptz default null,
  p_states jsonb default null, p_language text default null, p_descending boolean default true,
  p_offset integer default 0, p_limit integer default 25) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  pattern text := '%' || replace(replace(replace(lower(left(p_search, 200)), '\', '\\'), '%', '\%'), '_', '\_') || '%';
  found_ids uuid[];
  page_ids uuid[];
  total integer;
  first integer := least(greatest(coalesce(p_offset, 0), 0), 10000000);
  most integer := least(greatest(coalesce(p_limit, 0), 0), 1000);
  rows jsonb;
  reads_all constant boolean := private.is_editor();
  mine constant text[] := private.translated_languages();
  drafts constant uuid[] := array(select private.readable_drafts());
begin
  if not (reads_all or private.is_translator()) then
    raise exception using errcode = '42501', message = 'Only editors and translators can see which translations there are.';
  end if;
  -- Planned for these values, because a rare word is looked up and a frequent one is not.
  execute format($query$
    select array_agg(id order by publish_date %s, id) from public.articles
    where language = 'en' and original_article_id is null and ($1 is null or category = $1) and ($2 is null or published = $2)
      and ($3 is null or publish_date >= $3) and ($5 or published or id = any ($6))
      %s
  $query$, case when p_descending then 'desc' else 'asc' end,
    case when p_search <> '' then 'and id in (select article_id from private.desk_words where words like $4)' else '' end)
  into found_ids using p_category, p_published, p_since, pattern, reads_all, drafts;
  if p_states is not null then
    execute $query$
      select array_agg(original.id order by original.place)
      from unnest($1) with ordinality as original (id, place)
      where original.id in (
        select original_id from private.translation_cells($1) as cell
        where $2 ? cell.state and ($3 is null or cell.language = $3) and cell.language = any ($4))
    $query$ into found_ids using found_ids, p_states, p_language, mine;
  end if;
  total := coalesce(cardinality(found_ids), 0);
  page_ids := coalesce(found_ids[first + 1 : first + most], '{}');
  execute $query$
    with cells as (
      select original_id, jsonb_agg(to_jsonb(cell) - 'original_id' order by language) as cells
      from private.translation_cells($1) as cell where ($2 is null or language = $2) and language = any ($3) group by original_id)
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', article.id, 'slug', article.slug, 'title', article.title, 'category', article.category, 'published', article.published,
      'publish_date', article.publish_date, 'cells', cells.cells) order by page.place), '[]')
    from unnest($1) with ordinality as page (id, place)
    join public.articles as article on article.id = page.id join cells on cells.original_id = page.id
  $query$ into rows using page_ids, p_language, mine;
  return jsonb_build_object('total', total, 'rows', rows);
end
$$;

/* Makes a link that shows every language version of a story. Returns {status: 'created', id, token, expires_at}; the token, 256
   random bits, is told only here. Other statuses: gone, too_many (a hundred that are still good). */
create or replace function public.create_article_preview(p_article_id uuid, p_days integer default 7) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  -- Three random UUIDs have 366 random bits.
  token text := encode(sha256(
    uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())), 'hex');
  preview public.article_previews;
begin
  if not private.is_editor() then
    raise exception using errcode = '42501', message = 'Only editors can share a preview.';
  end if;
  if p_days is null or p_days not between 1 and 30 then
    raise exception using errcode = '22023', message = 'A preview expires after 1 to 30 days.';
  end if;
  perform from public.articles where id = p_article_id for update;
  if not found then
    return jsonb_build_object('status', 'gone');
  elsif (select count(*) from public.article_previews where article_id = p_article_id and expires_at > now()) >= 100 then
    return jsonb_build_object('status', 'too_many');
  end if;
  insert into public.article_previews (article_id, created_by, expires_at)
  values (p_article_id, auth.uid(), now() + make_interval(days => p_days)) returning * into preview;
  insert into private.article_preview_tokens (token_hash, preview_id) values (private.sha256_hex(token), preview.id);
  return jsonb_build_object('status', 'created', 'id', preview.id, 'token', token, 'expires_at', preview.expires_at);
end
$$;

/* The article of a preview link, in the language asked for or else in the one that the link was made for; null when
   the link is unknown, expired, or was made by somebody who is no editor any more. Returns {article, versions, expires_at,
   translation}, where translation says how the version was translated, and is null for an original or when that is not
   recorded. The token is found by its hash, so that the time taken reveals nothing about it. */
create or replace function public.find_article_preview(p_token text, p_language text default null) returns jsonb
language sql stable security definer set search_path = ''
as $$
  with preview as (
    select shared.id, coalesce(shared.original_article_id, shared.id) as story_id, preview.expires_at
    from private.article_preview_tokens as token
    join public.article_previews as preview on preview.id = token.preview_id
    join public.articles as shared on shared.id = preview.article_id
    where token.token_hash = private.sha256_hex(left(p_token, 100)) and preview.expires_at > now()
      and private.can_edit(preview.created_by)
  ), version as (
    select articles.* from public.articles join preview on preview.story_id in (articles.id, articles.original_article_id)
  ), shown as (
    select version.* from version, preview
    order by (version.language = p_language) desc nulls last, (version.id = preview.id) desc limit 1
  )
  select jsonb_build_object(
    'article', (select to_jsonb(shown) - 'revision_note' from shown),
    'translation', (
      select jsonb_build_object('origin', origin, 'translated_at', translated_at, 'reviewed_at', reviewed_at,
        'corrected_at', corrected_at)
      from public.article_translations where translation_id = (select id from shown)),
    'versions', (
      select jsonb_agg(jsonb_build_object('language', version.language, 'slug', version.slug) order by version.language)
      from version),
    'expires_at', preview.expires_at)
  from preview
$$;

/* Of the issues that were started between two moments, at most 100 and the newest first: [{issue_id, sent, failed,
   uncertain}]. Raises 42501 unless the caller makes newsletters. */
create or replace function public.count_newsletter_messages(p_from timestamptz, p_until timestamptz) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.makes_newsletters() then
    raise exception using errcode = '42501', message = 'Only editors and people of the newsletter can count the messages of issues.';
  end if;
  return (
    with issue as (
      select id from public.newsletter_issues
      where created_at between p_from and p_until and audience is not null
      order by created_at desc, id limit 100),
    counted as (
      select issue_id, count(*) filter (where status = 'sent') as sent, count(*) filter (where status = 'failed') as failed,
        count(*) filter (where status = 'uncertain') as uncertain
      from public.newsletter_deliveries where issue_id in (select id from issue) group by issue_id)
    select coalesce(jsonb_agg(to_jsonb(counted)), '[]') from counted);
end
$$;

/* What became of an issue, in numbers; null when there is no such issue. Subscribers who left were sent the
   issue and left within a week of its start. Erased ones are not counted, because nothing is known of them. */
create or replace function public.read_newsletter_report(p_issue_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  issue public.newsletter_issues;
begin
  if not private.makes_newsletters() then
    raise exception using errcode = '42501', message = 'Only editors and people of the newsletter can read the report of an issue.';
  end if;
  select * into issue from public.newsletter_issues where id = p_issue_id;
  if not found then
    return null;
  end if;
  return (
    with delivered as (
      select status, language, subscriber_id from public.newsletter_deliveries where issue_id = p_issue_id),
    gone as (
      select left_reason from public.newsletter_subscribers
      where left_at >= issue.started_at and left_at < issue.started_at + interval '7 days'
        and id in (select subscriber_id from delivered where status in ('sent', 'uncertain'))),
    clicked as (
      select link, target, sum(people)::integer as people, sum(scanners)::integer as scanners
      from public.newsletter_clicks where issue_id = p_issue_id group by link, target)
    select jsonb_build_object(
      'started_at', issue.started_at,
      'audience', coalesce(issue.audience, 0),
      'sent', (select count(*) from delivered where status = 'sent'),
      'failed', (select count(*) from delivered where status = 'failed'),
      'uncertain', (select count(*) from delivered where status = 'uncertain'),
      'skipped', (select count(*) from delivered where status = 'skipped'),
      'pending', (select count(*) from delivered where status in ('pending', 'sending')),
      'languages', (
        select coalesce(jsonb_agg(jsonb_build_object('language', language, 'recipients', recipients)
          order by recipients desc, language), '[]')
        from (select language, count(*) as recipients from delivered group by language) as by_language),
      'unsubscribed', (select count(*) from gone where left_reason = 'unsubscribed'),
      'bounced', (select count(*) from gone where left_reason = 'bounced'),
      'complained', (select count(*) from gone where left_reason = 'complained'),
      'counts_clicks', issue.counts_clicks,
      'clicks', (
        select coalesce(jsonb_agg(to_jsonb(click) order by click.people desc, click.link, click.target), '[]')
        from (select * from clicked order by people desc, link, target limit 500) as click)));
end
$$;

/* One page of the subscribers of a list, and their number: {total, rows}. Raises 42501 unless the caller may see
   addresses. */
create or replace function public.list_subscribers(
  p_search text default null, p_status text default null, p_activity text default null, p_language text default null,
  p_left text default null, p_sort text default 'subscribed_at', p_descending boolean default true,
  p_offset integer default 0, p_limit integer default 25) returns jsonb
language plpgsql stable security definer set search_path = '' set work_mem = '16MB'
as $$
declare
  condition text := private.subscriber_condition(p_search, p_status, p_activity, p_language, p_left);
  sort_key text := case p_sort when 'email' then 'lower(email)' else 'subscribed_at' end;
  direction text := case when p_descending then 'desc' else 'asc' end;
  first integer := greatest(coalesce(p_offset, 0), 0);
  page_size integer := least(greatest(coalesce(p_limit, 0), 0), 1000);
  total integer;
  answer jsonb;
begin
  if not private.is_allowed('addresses') then
    raise exception using errcode = '42501', message = 'You may not see the addresses of subscribers. An administrator can allow it.';
  end if;
  if p_sort is null or p_sort not in ('email', 'subscribed_at') then
    raise exception using errcode = '22023', message = 'Subscribers cannot be sorted by this.';
  end if;
  if btrim(coalesce(p_search, '')) <> '' then
    -- No index tells what contains a text, so that all addresses are compared once, for the number and the page.
    execute format($query$
      with found as materialized (select id, %1$s as sorted from public.newsletter_subscribers where %2$s)
      select jsonb_build_object('total', (select count(*) from found), 'rows', (
        select coalesce(jsonb_agg(to_jsonb(subscriber) order by page.sorted %3$s, page.id), '[]')
        from (select id, sorted from found order by sorted %3$s, id offset $1 limit $2) as page
          join public.newsletter_subscribers as subscriber on subscriber.id = page.id))
    $query$, sort_key, condition, direction)
    into answer using first, page_size;
    return answer;
  end if;

  execute 'select count(*) from public.newsletter_subscribers where ' || condition into total;
  page_size := greatest(least(page_size, total - first), 0);
  -- A page in the second half is nearer to the end.
  if first > total / 2 then
    first := greatest(total - first - page_size, 0);
    execute format($query$
      select coalesce(jsonb_agg(to_jsonb(page) order by %1$s %2$s, id), '[]')
      from (select * from public.newsletter_subscribers where %3$s order by %1$s %4$s, id desc offset $1 limit $2) as page
    $query$, sort_key, direction, condition, case when p_descending then 'asc' else 'desc' end)
    into answer using first, page_size;
  else
    execute format($query$
      select coalesce(jsonb_agg(to_jsonb(page) order by %1$s %2$s, id), '[]')
      from (select * from public.newsletter_subscribers where %3$s order by %1$s %2$s, id offset $1 limit $2) as page
    $query$, sort_key, direction, condition)
    into answer using first, page_size;
  end if;
  return jsonb_build_object('total', total, 'rows', answer);
end
$$;

/* Numbers of subscribers: {total, active, pending, unsubscribed, languages}. Active ones get the newsletter, counted
   in each language. Raises 42501 unless the caller makes newsletters. */
create or replace function public.count_subscribers() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.makes_newsletters() then
    raise exception using errcode = '42501', message = 'Only editors and people of the newsletter can count subscribers.';
  end if;
  return (
    with counted as (
      select language, confirmed, is_active, count(*) as people
      from public.newsletter_subscribers group by language, confirmed, is_active)
    select jsonb_build_object(
      'total', coalesce(sum(people), 0),
      'active', coalesce(sum(people) filter (where confirmed and is_active), 0),
      'pending', coalesce(sum(people) filter (where not confirmed and is_active), 0),
      'unsubscribed', coalesce(sum(people) filter (where not is_active), 0),
      'languages', (
        select coalesce(jsonb_agg(jsonb_build_object('language', language, 'active', people) order by people desc, language), '[]')
        from counted where confirmed and is_active))
    from counted);
end
$$;

/* How the number of subscribers has developed in the last weeks, at most 104, the oldest first: [{week, joined, left, active}], where a week is
   its Monday in UTC and active are those who were confirmed and had not left at its end. Subscribers who were erased or have come back since are
   counted as they are now. Raises 42501 unless the caller makes newsletters. */
create or replace function public.load_subscriber_growth(p_weeks integer default 52) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  weeks integer := least(greatest(coalesce(p_weeks, 52), 1), 104);
  first_week timestamptz := date_trunc('week', now(), 'UTC') - (weeks - 1) * interval '1 week';
begin
  if not private.makes_newsletters() then
    raise exception using errcode = '42501', message = 'Only editors and people of the newsletter can count subscribers.';
  end if;
  return (
    with moves as (
      -- Number 0 is all that was before.
      select greatest(0, 1 + floor(date_part('epoch', coalesce(confirmed_at, subscribed_at) - first_week) / 604800))::integer as number,
        1 as joined, 0 as gone
      from public.newsletter_subscribers where confirmed
      union all
      select greatest(0, 1 + floor(date_part('epoch', left_at - first_week) / 604800))::integer, 0, 1
      from public.newsletter_subscribers where confirmed and not is_active),
    summed as (select number, sum(joined) as joined, sum(gone) as gone from moves group by number),
    developed as (
      select number, coalesce(joined, 0) as joined, coalesce(gone, 0) as gone,
        sum(coalesce(joined, 0) - coalesce(gone, 0)) over (order by number) as active
      from generate_series(0, weeks) as number left join summed using (number))
    select jsonb_agg(jsonb_build_object(
      'week', ((first_week at time zone 'UTC') + (number - 1) * interval '1 week')::date,
      'joined', joined, 'left', gone, 'active', active) order by number)
    from developed where number > 0);
end
$$;

/* Everything that is known of one subscriber, or null. Raises 42501 unless the caller may see addresses. */
create or replace function public.find_subscriber(p_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.is_allowed('addresses') then
    raise exception using errcode = '42501', message = 'You may not see the addresses of subscribers. An administrator can allow it.';
  end if;
  return (
    select to_jsonb(subscriber) || jsonb_build_object(
      'consent', coalesce(consents.consent, '{}'),
      'requested_consent', coalesce(consents.requested_consent, '{}'),
      'confirmation_sent_at', consents.confirmation_sent_at,
      'open_links', (
        select count(*) from private.newsletter_confirmation_tokens
        where subscriber_id = subscriber.id and used_at is null and expires_at > now()),
      'suppressed', (
        select jsonb_build_object('reason', reason, 'at', suppressed_at) from private.suppressed_addresses
        where address_hash = private.sha256_hex(lower(subscriber.email))),
      'deliveries_total', (select count(*) from public.newsletter_deliveries where subscriber_id = subscriber.id),
      'deliveries', (
        select coalesce(jsonb_agg(to_jsonb(delivery) order by delivery.id desc), '[]')
        from (
          select sent.id, sent.issue_id, sent.language, sent.status, sent.reason, sent.settled_at, issue.slug, issue.started_at,
            issue.into_outbox,
            coalesce(message.subject, edition.subject) as subject
          from public.newsletter_deliveries as sent
          join public.newsletter_issues as issue on issue.id = sent.issue_id
          left join public.newsletter_messages as message on message.issue_id = sent.issue_id and message.language = sent.language
          left join public.newsletter_editions as edition on edition.issue_id = sent.issue_id and edition.language = sent.language
          where sent.subscriber_id = subscriber.id order by sent.id desc limit 200) as delivery),
      'bounces', (
        select coalesce(jsonb_agg(to_jsonb(bounce) order by bounce.id desc), '[]')
        from (
          select id, reported_at, source, kind, status, detail from private.newsletter_bounces
          where subscriber_id = subscriber.id order by id desc limit 50) as bounce),
      'mails', (
        select coalesce(jsonb_agg(to_jsonb(mail) order by mail.created_at desc), '[]')
        from (
          select id, kind, status, transport, created_at from public.mail_deliveries
          where lower(recipient) = lower(subscriber.email)
            and kind not in ('send-recovery-mail', 'send-sign-in-link', 'send-invitation', 'send-security-notice')
          order by created_at desc limit 50) as mail))
    from public.newsletter_subscribers as subscriber
    left join private.newsletter_consents as consents on consents.subscriber_id = subscriber.id
    where subscriber.id = p_id);
end
$$;

/* What waits for the caller, of what the caller may see. Numbers end at 100, which the desk shows as 99+, so that nothing is counted further. Without p_in_detail,
   for the menu, only what its badges count. p_sunday is the next Sunday of the newsletter, and p_sunday_at its moment. Security
   definer, because policies would be asked again for every table; what belongs to one person is compared with auth.uid(). */
create or replace function private.list_waiting(p_sunday date, p_sunday_at timestamptz, p_in_detail boolean) returns jsonb
language plpgsql stable security definer set search_path = ''
  -- Each answer is bounded, so following indexes is always less work than reading a table; PostgreSQL expects more rows than a limit takes.
  set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off
  set max_parallel_workers_per_gather = 0
as $$
declare
  me constant uuid := auth.uid();
  soon constant timestamptz := now() + interval '7 days';
  lately constant timestamptz := now() - interval '7 days';
  reads_all constant boolean := private.is_editor();
  -- Of those who are no editors.
  readable constant uuid[] := array(select private.readable_drafts());
  -- Those that the caller translates into.
  offered constant text[] := array(
    select unnest(private.offered_languages()) intersect select unnest(private.translated_languages()));
  makes_newsletters constant boolean := private.makes_newsletters();
  reviewed_languages constant text[] := array(
    select code from public.settings, jsonb_array_elements_text(value) as code
    where key = 'translation_review' and code = any(offered));
  to_review integer;
  by_language jsonb := '[]';
  failed jsonb;
  stale integer;
  unsaved jsonb;
  drafts jsonb := '{"count": 0, "newest": []}';
  missed jsonb;
  scheduled jsonb := '[]';
  endings jsonb := '[]';
  issues jsonb := '[]';
  uncertain jsonb := '[]';
  mails integer := 0;
begin
  if p_in_detail then
    select least(coalesce(sum(translations), 0), 100), coalesce(jsonb_agg(
        jsonb_build_object('language', language, 'count', least(translations, 100)) order by language), '[]')
      into to_review, by_language from (
        select waiting.language, count(*) as translations
        from private.waiting_translations() as waiting join public.articles as original on original.id = waiting.original_id
        where waiting.language = any(offered) and (reads_all or original.published or original.id = any(readable))
          and (reads_all or coalesce(private.person_of_translation(waiting.translation_id, original.id, waiting.language), me) = me)
        group by waiting.language) as waiting;
  else
    -- As in private.waiting_translations(), which would find all of them.
    select count(*) into to_review from (
      select distinct translation_id from (
        (select finished.translation_id from private.finished_translations() as finished
          join public.articles as translation on translation.id = finished.translation_id and translation.language = any(offered)
          join public.articles as original on original.id = translation.original_article_id and original.language = 'en'
            and (reads_all or coalesce(private.person_of_translation(translation.id, original.id, translation.language), me) = me)
          limit 100)
        union all
        (select translation.id from public.pending_translations as pending
          join public.articles as translation on translation.id = pending.translation_id and translation.language = any(offered)
          join public.articles as original on original.id = translation.original_article_id and original.language = 'en'
            and (reads_all or (original.published or original.id = any(readable))
              and coalesce(private.person_of_translation(translation.id, original.id, translation.language), me) = me) limit 100)
        union all
        (select translation.id from (
            select unreviewed.id, unreviewed.original_article_id, unreviewed.language
            from public.articles as unreviewed
            join public.article_translations as made on made.translation_id = unreviewed.id
              and (made.reviewed_at is null or made.reviewed_at < made.translated_at)
            where unreviewed.language = any(reviewed_languages) and not unreviewed.published
              and unreviewed.original_article_id is not null offset 0) as translation
          join public.articles as original on original.id = translation.original_article_id and original.language = 'en'
            and (reads_all or (original.published or original.id = any(readable))
              and coalesce(private.person_of_translation(translation.id, original.id, translation.language), me) = me) limit 100)
        union all
        (select translation.id from (select distinct translation_id from public.translation_parts where proposed_id is not null) as part
          join public.article_translations as made on made.translation_id = part.translation_id
          join public.articles as translation on translation.id = part.translation_id and translation.language = any(offered)
          join public.articles as original on original.id = translation.original_article_id and original.language = 'en'
            and (reads_all or (original.published or original.id = any(readable))
              and coalesce(private.person_of_translation(translation.id, original.id, translation.language), me) = me) limit 100)
        union all
        (select translation.id from (select distinct translation_id from public.translation_reports where status = 'open') as report
          join public.articles as translation on translation.id = report.translation_id and translation.language = any(offered)
          join public.articles as original on original.id = translation.original_article_id and original.language = 'en'
            and (reads_all or (original.published or original.id = any(readable))
              and coalesce(private.person_of_translation(translation.id, original.id, translation.language), me) = me) limit 100)
      ) as reason limit 100) as waiting;
  end if;

  -- As in private.translation_cells(), which would be computed for all articles here.
  select jsonb_object_agg(case when is_published then 'published' else 'drafts' end, runs) into failed
    from unnest(array[true, false]) as state (is_published), lateral (
      select count(*) as runs from (
        select from (select * from public.translation_runs where status = 'failed' offset 0) as run
        join public.articles as original on original.id = run.article_id and original.language = 'en'
          and original.original_article_id is null and original.published = is_published and run.language = any(offered)
          and (reads_all or original.published or original.id = any(readable))
        left join public.articles as translation on translation.original_article_id = original.id and translation.language = run.language
        left join public.article_translations as made on made.translation_id = translation.id
        where run.ended_at > coalesce(made.translated_at, '-infinity') and not exists (
          select from public.translation_runs as later
          where later.article_id = run.article_id and later.language = run.language and later.requested_at > run.requested_at)
        limit 100) as failures) as counted;
  select count(*) into stale from (
    select from public.article_translations as made
    join public.articles as translation on translation.id = made.translation_id and translation.language = any(offered)
    join public.articles as original on original.id = made.original_id and original.published and original.language = 'en'
    where made.stale_since is not null
      and not exists (select from public.pending_translations as pending where pending.translation_id = made.translation_id)
      and not exists (
        select from public.translation_runs as run
        where run.article_id = made.original_id and run.language = made.language
          and (run.status in ('queued', 'running', 'paused') or run.status = 'failed' and run.ended_at > made.translated_at
            and not exists (
              select from public.translation_runs as later
              where later.article_id = run.article_id and later.language = run.language and later.requested_at > run.requested_at)))
    limit 100) as behind;

  select coalesce(jsonb_agg(to_jsonb(form) order by updated_at desc), '[]') into unsaved from (
    select copies.article_id, copies.id as copy_id, copies.title, copies.updated_at,
      case when articles.id is not null then
        jsonb_build_object('id', articles.id, 'slug', articles.slug, 'language', articles.language, 'title', articles.title,
          'published', articles.published) end as article,
      -- Somebody else has saved the article since this form was begun.
      case when articles.updated_at > copies.since then jsonb_build_object('by', (
        select private.name_of_person(revision.made_by) from public.article_revisions as revision
        where revision.made_by <> me and revision.id = (select max(id) from public.article_revisions where article_id = articles.id))) end as conflict
    from (
      select distinct on (article_id) article_id, id, title, since, updated_at
      from public.working_copies where owner = me order by article_id, updated_at desc, id desc) as copies
    left join public.articles on articles.id = copies.article_id and (reads_all or private.reads_article(articles.id))
    -- What was typed of an article that is deleted now waits until it comes back.
    where articles.id is not null or copies.since is null
    order by copies.updated_at desc limit 100) as form;
  select coalesce(jsonb_agg(to_jsonb(schedule) order by publish_at desc), '[]') into missed from (
    select schedules.publish_at, schedules.zone, schedules.status, schedules.reason,
      jsonb_build_object('id', articles.id, 'slug', articles.slug, 'language', articles.language, 'title', articles.title) as article
    from public.article_schedules as schedules join public.articles on articles.id = schedules.article_id
    where schedules.status in ('missed', 'failed') and not articles.published
      and (reads_all or coalesce(articles.original_article_id, articles.id) = any(readable))
    order by schedules.publish_at desc limit 100) as schedule;
  if p_in_detail then
    select jsonb_build_object('count', count(*), 'newest', coalesce(jsonb_agg(to_jsonb(mine) - 'place' order by place) filter (where place <= 3), '[]'))
      into drafts from (
        select id, slug, language, title, row_number() over (order by publish_date desc, id) as place
        from public.articles as draft
        where not published and original_article_id is null and (reads_all or draft.id = any(readable))
          and exists (
            select from public.article_revisions as revision
            where revision.article_id = draft.id and revision.made_by = me and revision.made_by is not null and not revision.published)
          and not exists (select from public.working_copies where owner = me and article_id = draft.id)
          and not exists (select from public.article_schedules as schedule where schedule.article_id = draft.id and status <> 'published')
        order by publish_date desc, id limit 100) as mine;
    select coalesce(jsonb_agg(to_jsonb(schedule) order by publish_at), '[]') into scheduled from (
      select schedules.publish_at, schedules.zone, schedules.status, schedules.reason,
        jsonb_build_object('id', articles.id, 'slug', articles.slug, 'language', articles.language, 'title', articles.title) as article
      from public.article_schedules as schedules join public.articles on articles.id = schedules.article_id
      where schedules.status = 'waiting' and schedules.publish_at < soon
        and (reads_all or coalesce(articles.original_article_id, articles.id) = any(readable))
      order by schedules.publish_at limit 100) as schedule;
    select coalesce(jsonb_agg(to_jsonb(ending) order by unpublish_at), '[]') into endings from (
      select unpublishings.unpublish_at, unpublishings.zone,
        jsonb_build_object('id', articles.id, 'slug', articles.slug, 'language', articles.language, 'title', articles.title) as article
      from public.article_unpublishings as unpublishings join public.articles on articles.id = unpublishings.article_id
      where unpublishings.unpublish_at < soon and (reads_all or coalesce(articles.original_article_id, articles.id) = any(readable))
        and (articles.published or exists (
        select from public.article_schedules as schedule where schedule.article_id = articles.id and schedule.status = 'waiting'))
      order by unpublishings.unpublish_at limit 100) as ending;
  end if;

  if makes_newsletters then
    -- What is on its way or goes out soon, and the one for Sunday: that of the clock, one that is scheduled for then, or the newest.
    select coalesce(jsonb_agg(to_jsonb(issue) order by scheduled_for nulls last, created_at desc), '[]') into issues from (
      select issue.id, issue.status, issue.scheduled_for, issue.held_reason, issue.created_at, edition.subject,
        issue.id = sunday.issue_id as is_for_sunday
      from public.newsletter_issues as issue
      left join public.newsletter_editions as edition on edition.issue_id = issue.id and edition.language = 'en'
      cross join (select coalesce(
        (select day.issue_id from private.newsletter_sundays as day join public.newsletter_issues as own on own.id = day.issue_id
          where day.sunday = p_sunday and own.status <> 'cancelled'),
        (select id from public.newsletter_issues where status = 'scheduled'
          and scheduled_for between p_sunday_at - interval '12 hours' and p_sunday_at + interval '12 hours' order by scheduled_for limit 1),
        (select id from public.newsletter_issues where status in ('draft', 'approved') and created_at > now() - interval '14 days'
          order by created_at desc limit 1)) as issue_id) as sunday
      where issue.id = sunday.issue_id or issue.status in ('sending', 'paused')
        or issue.status = 'scheduled' and (issue.scheduled_for < soon or issue.held_reason is not null)
      limit 20) as issue;
    select coalesce(jsonb_agg(to_jsonb(issue) order by started_at desc), '[]') into uncertain from (
      select issue.id, issue.started_at, edition.subject, lost.messages as count
      from public.newsletter_issues as issue
      left join public.newsletter_editions as edition on edition.issue_id = issue.id and edition.language = 'en'
      cross join lateral (
        select count(*) as messages from (
          select from public.newsletter_deliveries where issue_id = issue.id and status = 'uncertain' limit 100) as found) as lost
      where issue.started_at > lately and lost.messages > 0
      order by issue.started_at desc limit 20) as issue;
  end if;
  if private.is_admin() then
    -- Of a week, and not those that were sent again since.
    select count(*) into mails from (
      select from public.mail_deliveries as mail
      where status in ('failed', 'uncertain') and created_at > lately and not exists (
        select from public.mail_deliveries as later
        where lower(later.recipient) = lower(mail.recipient) and later.kind = mail.kind and later.created_at > mail.created_at
          and later.status = 'sent')
      limit 100) as troubled;
  end if;

  return jsonb_build_object('toReview', to_review, 'toReviewIn', by_language, 'failed', failed, 'stale', stale, 'unsaved', unsaved, 'drafts', drafts,
    'missed', missed, 'scheduled', scheduled, 'endings', endings, 'issues', issues, 'uncertain', uncertain, 'mails', mails,
    'hasFactor', exists (select from auth.mfa_factors where user_id = me and status = 'verified'),
    'hasPrintedPassword', exists (select from private.printed_passwords where user_id = me),
    'hasSubscribers', makes_newsletters and exists (select from public.newsletter_subscribers where confirmed and is_active));
end
$$;

/* What the dashboard shows beside that, of what the caller reads: numbers of originals, those published from p_from until before p_until,
   the newest originals, and for administrators how far a new publication has come. */
create or replace function private.read_dashboard(p_from timestamptz, p_until timestamptz) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  reads_all constant boolean := private.is_editor();
  readable constant uuid[] := array(select private.readable_drafts());
begin
  return jsonb_build_object(
    'counts', (
      select jsonb_build_object(
        'total', count(*),
        'featured', count(*) filter (where featured),
        'publishedToday', count(*) filter (where published and publish_date >= p_from and publish_date < p_until),
        'drafts', count(*) filter (where not published))
      from public.articles where original_article_id is null and (reads_all or published or id = any(readable))),
    'recent', (
      select coalesce(jsonb_agg(to_jsonb(newest) order by publish_date desc, id), '[]')
      from (
        select id, slug, language, title, category, publish_date, reading_time, published, featured,
          exists (select from public.article_schedules where article_id = articles.id and status = 'waiting') as scheduled
        from public.articles where original_article_id is null and (reads_all or published or id = any(readable))
        order by publish_date desc, id limit 5) as newest),
    'firstSteps', case when private.is_admin() then jsonb_build_object(
      'isNamed', exists (select from public.settings where key = 'site_name'),
      'isDismissed', exists (select from public.settings where key = 'welcome'),
      'hasCompany', exists (select from public.newsletter_subscribers where confirmed)
        or (select count(*) from public.user_roles) > 1
        or exists (select from private.administrator_invitations where expires_at > now()))
      else '{"isNamed": true, "isDismissed": true, "hasCompany": true}' end);
end
$$;

/* The desk of the caller: {waiting, backups}, and with p_from the dashboard as well. Of backups, only administrators learn anything. Raises
   42501 for who has no role. */
create or replace function private.read_desk(p_sunday date, p_sunday_at timestamptz, p_from timestamptz, p_until timestamptz) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.is_member() then
    raise exception using errcode = '42501', message = 'Only people of the desk have one.';
  end if;
  return jsonb_build_object(
      'waiting', private.list_waiting(p_sunday, p_sunday_at, p_from is not null),
      'backups', case when private.is_admin() then private.backup_state() else jsonb_build_object('decided', true, 'daily_at', null,
        'since', null, 'last_good', null, 'under_way', false, 'trouble', null) end)
    || case when p_from is null then '{}' else private.read_dashboard(p_from, p_until) end;
end
$$;

/* What it concerns when a language is switched off: {published, drafts, under_way, subscribers, editions}, where under_way are its
   translations that are being made, subscribers those who get the newsletter in it, and editions those of issues that are not sent yet.
   Raises 42501 unless the caller makes newsletters. */
create or replace function public.count_in_language(p_language text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.makes_newsletters() then
    raise exception using errcode = '42501', message = 'Only editors and people of the newsletter can see what there is in a language.';
  end if;
  return (
    select jsonb_build_object(
      'published', count(*) filter (where published), 'drafts', count(*) filter (where not published),
      'under_way', (
        select count(*) from public.translation_runs
        where language = p_language and status in ('queued', 'running', 'paused')),
      'subscribers', (
        select count(*) from public.newsletter_subscribers where language = p_language and confirmed and is_active),
      'editions', (
        select count(*) from public.newsletter_editions as edition
        join public.newsletter_issues as issue on issue.id = edition.issue_id
        where edition.language = p_language and issue.status in ('draft', 'approved', 'scheduled')))
    from public.articles where language = p_language);
end
$$;

create trigger stamp_glossary_proposal before insert on public.glossary_proposals
  for each row when (current_user = 'authenticated') execute function private.stamp_glossary_proposal();

drop policy "administrators read settings" on public.settings;
drop policy "administrators read drafts" on public.articles;
drop policy "administrators write" on public.articles;
drop policy "administrators edit" on public.articles;
drop policy "administrators delete" on public.articles;
drop policy "administrators follow redirects to drafts" on public.slug_redirects;
drop policy "administrators read revisions" on public.article_revisions;
drop policy "editors have their own working copies" on public.working_copies;
drop policy "administrators read corrections" on public.article_corrections;
drop policy "administrators change corrections" on public.article_corrections;
drop policy "administrators delete corrections" on public.article_corrections;
drop policy "administrators read overrides" on public.article_check_overrides;
drop policy "administrators take overrides back" on public.article_check_overrides;
drop policy "administrators override findings" on public.article_check_overrides;
drop policy "administrators change overrides" on public.article_check_overrides;
drop policy "administrators read the trash" on public.article_trash;
drop policy "administrators read schedules" on public.article_schedules;
drop policy "administrators cancel schedules" on public.article_schedules;
drop policy "administrators read when articles are unpublished" on public.article_unpublishings;
drop policy "administrators cancel unpublishing" on public.article_unpublishings;
drop policy "administrators see the pictures" on storage.objects;
drop policy "administrators store pictures" on storage.objects;
drop policy "administrators replace pictures" on storage.objects;
drop policy "administrators remove pictures" on storage.objects;
drop policy "administrators see what is known of pictures" on public.media_files;
drop policy "administrators describe pictures" on public.media_files;
drop policy "administrators see what shows a picture" on public.media_uses;
drop policy "administrators read translation runs" on public.translation_runs;
drop policy "administrators read the translation memory" on public.translation_segments;
drop policy "administrators read how translations were made" on public.article_translations;
drop policy "administrators read the parts of translations" on public.translation_parts;
drop policy "administrators read reports" on public.translation_reports;
drop policy "administrators close reports" on public.translation_reports;
drop policy "administrators delete reports" on public.translation_reports;
drop policy "administrators read the glossary" on public.glossary_terms;
drop policy "administrators add terms" on public.glossary_terms;
drop policy "administrators change terms" on public.glossary_terms;
drop policy "administrators delete terms" on public.glossary_terms;
drop policy "administrators read edits of translations" on public.translation_edits;
drop policy "administrators read proposals" on public.glossary_proposals;
drop policy "administrators decide on proposals" on public.glossary_proposals;
drop policy "administrators read pending translations" on public.pending_translations;
drop policy "administrators discard pending translations" on public.pending_translations;
drop policy "administrators read previews" on public.article_previews;
drop policy "administrators revoke previews" on public.article_previews;
drop policy "administrators read subscribers" on public.newsletter_subscribers;
drop policy "administrators update subscribers" on public.newsletter_subscribers;
drop policy "administrators delete subscribers" on public.newsletter_subscribers;
drop policy "administrators read issues" on public.newsletter_issues;
drop policy "administrators choose the look of issues" on public.newsletter_issues;
drop policy "administrators read events of issues" on public.newsletter_issue_events;
drop policy "administrators read editions" on public.newsletter_editions;
drop policy "administrators write editions" on public.newsletter_editions;
drop policy "administrators read items" on public.newsletter_items;
drop policy "administrators arrange items" on public.newsletter_items;
drop policy "administrators read summaries" on public.newsletter_summaries;
drop policy "administrators write summaries" on public.newsletter_summaries;
drop policy "administrators read messages" on public.newsletter_messages;
drop policy "administrators read deliveries" on public.newsletter_deliveries;
drop policy "administrators read clicks" on public.newsletter_clicks;

create policy "members read settings" on public.settings
  for select to authenticated using ((select private.is_member()));
create policy "editors read drafts" on public.articles
  for select to authenticated using ((select private.is_editor()));
create policy "editors write" on public.articles
  for insert to authenticated with check ((select private.is_editor()));
create policy "editors edit" on public.articles
  for update to authenticated using ((select private.is_editor())) with check ((select private.is_editor()));
create policy "editors delete" on public.articles
  for delete to authenticated using ((select private.is_editor()));
create policy "editors follow redirects to drafts" on public.slug_redirects
  for select to authenticated using ((select private.is_editor()));
create policy "editors read revisions" on public.article_revisions
  for select to authenticated using ((select private.is_editor()));
create policy "members read their own working copies" on public.working_copies
  for select to authenticated using (owner = (select auth.uid()) and (select private.is_member()));
create policy "members change their own working copies" on public.working_copies
  for update to authenticated using (owner = (select auth.uid()) and (select private.is_member()))
  with check (owner = (select auth.uid()) and (select private.is_member()));
create policy "members discard their own working copies" on public.working_copies
  for delete to authenticated using (owner = (select auth.uid()) and (select private.is_member()));
create policy "editors read corrections" on public.article_corrections
  for select to authenticated using ((select private.is_editor()));
create policy "editors change corrections" on public.article_corrections
  for update to authenticated using ((select private.is_editor())) with check ((select private.is_editor()));
create policy "editors delete corrections" on public.article_corrections
  for delete to authenticated using ((select private.is_editor()));
create policy "editors read overrides" on public.article_check_overrides
  for select to authenticated using ((select private.is_editor()));
create policy "editors take overrides back" on public.article_check_overrides
  for delete to authenticated using ((select private.is_editor()));
create policy "editors override findings" on public.article_check_overrides
  for insert to authenticated with check ((select private.is_editor()));
create policy "editors change overrides" on public.article_check_overrides
  for update to authenticated using ((select private.is_editor())) with check ((select private.is_editor()));
create policy "editors read the trash" on public.article_trash
  for select to authenticated using ((select private.is_editor()));
create policy "editors read schedules" on public.article_schedules
  for select to authenticated using ((select private.is_editor()));
create policy "editors cancel schedules" on public.article_schedules
  for delete to authenticated using ((select private.is_editor()));
create policy "editors read when articles are unpublished" on public.article_unpublishings
  for select to authenticated using ((select private.is_editor()));
create policy "editors cancel unpublishing" on public.article_unpublishings
  for delete to authenticated using ((select private.is_editor()));
create policy "members see the bucket of pictures" on storage.buckets
  for select to authenticated using (id = 'article-images' and (select private.is_member()));
create policy "members see the pictures" on storage.objects
  for select to authenticated using (bucket_id = 'article-images' and (select private.is_member()));
create policy "editors store pictures" on storage.objects
  for insert to authenticated with check (bucket_id = 'article-images' and (select private.is_editor()));
create policy "editors replace pictures" on storage.objects
  for update to authenticated using (bucket_id = 'article-images' and (select private.is_editor()))
  with check (bucket_id = 'article-images' and (select private.is_editor()));
create policy "editors remove pictures" on storage.objects
  for delete to authenticated using (bucket_id = 'article-images' and (select private.is_editor()));
create policy "members see what is known of pictures" on public.media_files
  for select to authenticated using ((select private.is_member()));
create policy "editors describe pictures" on public.media_files
  for update to authenticated using ((select private.is_editor())) with check ((select private.is_editor()));
create policy "editors see what shows a picture" on public.media_uses
  for select to authenticated using ((select private.is_editor()));
create policy "editors read translation runs" on public.translation_runs
  for select to authenticated using ((select private.is_editor()));
create policy "editors read the translation memory" on public.translation_segments
  for select to authenticated using ((select private.is_editor()));
create policy "editors read how translations were made" on public.article_translations
  for select to authenticated using ((select private.is_editor()));
create policy "editors read the parts of translations" on public.translation_parts
  for select to authenticated using ((select private.is_editor()));
create policy "editors read reports" on public.translation_reports
  for select to authenticated using ((select private.is_editor()));
create policy "editors close reports" on public.translation_reports
  for update to authenticated using ((select private.is_editor())) with check ((select private.is_editor()));
create policy "editors delete reports" on public.translation_reports
  for delete to authenticated using ((select private.is_editor()));
create policy "editors read the glossary" on public.glossary_terms
  for select to authenticated using ((select private.is_editor()));
create policy "editors add terms" on public.glossary_terms
  for insert to authenticated with check ((select private.is_editor()));
create policy "editors change terms" on public.glossary_terms
  for update to authenticated using ((select private.is_editor())) with check ((select private.is_editor()));
create policy "editors delete terms" on public.glossary_terms
  for delete to authenticated using ((select private.is_editor()));
create policy "editors read edits of translations" on public.translation_edits
  for select to authenticated using ((select private.is_editor()));
create policy "editors read proposals" on public.glossary_proposals
  for select to authenticated using ((select private.is_editor()));
create policy "editors decide on proposals" on public.glossary_proposals
  for update to authenticated using ((select private.is_editor())) with check ((select private.is_editor()));
create policy "editors read pending translations" on public.pending_translations
  for select to authenticated using ((select private.is_editor()));
create policy "editors discard pending translations" on public.pending_translations
  for delete to authenticated using ((select private.is_editor()));
create policy "editors read previews" on public.article_previews
  for select to authenticated using ((select private.is_editor()));
create policy "editors revoke previews" on public.article_previews
  for delete to authenticated using ((select private.is_editor()));
create policy "those who may see addresses read subscribers" on public.newsletter_subscribers
  for select to authenticated using ((select private.is_allowed('addresses')));
create policy "those who may see addresses update subscribers" on public.newsletter_subscribers
  for update to authenticated using ((select private.is_allowed('addresses'))) with check ((select private.is_allowed('addresses')));
create policy "those who may see addresses delete subscribers" on public.newsletter_subscribers
  for delete to authenticated using ((select private.is_allowed('addresses')));
create policy "makers of newsletters read issues" on public.newsletter_issues
  for select to authenticated using ((select private.makes_newsletters()));
create policy "makers of newsletters choose the look of issues" on public.newsletter_issues
  for update to authenticated using ((select private.makes_newsletters())) with check ((select private.makes_newsletters()));
create policy "makers of newsletters read events of issues" on public.newsletter_issue_events
  for select to authenticated using ((select private.makes_newsletters()));
create policy "makers of newsletters read editions" on public.newsletter_editions
  for select to authenticated using ((select private.makes_newsletters()));
create policy "makers of newsletters write editions" on public.newsletter_editions
  for update to authenticated using ((select private.makes_newsletters())) with check ((select private.makes_newsletters()));
create policy "makers of newsletters read items" on public.newsletter_items
  for select to authenticated using ((select private.makes_newsletters()));
create policy "makers of newsletters arrange items" on public.newsletter_items
  for update to authenticated using ((select private.makes_newsletters())) with check ((select private.makes_newsletters()));
create policy "makers of newsletters read summaries" on public.newsletter_summaries
  for select to authenticated using ((select private.makes_newsletters()));
create policy "makers of newsletters write summaries" on public.newsletter_summaries
  for update to authenticated using ((select private.makes_newsletters())) with check ((select private.makes_newsletters()));
create policy "makers of newsletters read messages" on public.newsletter_messages
  for select to authenticated using ((select private.makes_newsletters()));
create policy "those who may see addresses read deliveries" on public.newsletter_deliveries
  for select to authenticated using ((select private.is_allowed('addresses')));
create policy "makers of newsletters read clicks" on public.newsletter_clicks
  for select to authenticated using ((select private.makes_newsletters()));
