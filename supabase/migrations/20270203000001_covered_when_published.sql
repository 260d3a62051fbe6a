-- Says of each draft whether its sentences are covered when several are published, and restores as a draft what is not any more.
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
    select article.id, article.published, private.missing_for_publishing(article) as missing,
      not article.published and private.find_uncovered(article) is not null as is_uncovered
    from public.articles as article where article.id = any (asked)
    order by article.id for update
  ), published as (
    update public.articles as article set published = true, publish_date = case
        when exists (select from public.article_revisions as revision
          where revision.article_id = article.id and revision.published)
        then article.publish_date else now() end
      from found where article.id = found.id and not found.published and found.missing = '{}' and not found.is_uncovered
  )
  select jsonb_agg(jsonb_build_object('id', id, 'status', case
      when found.id is null then 'gone'
      when found.published then 'already_published'
      when found.missing <> '{}' then 'incomplete'
      when found.is_uncovered then 'uncovered'
      else 'published' end)
    || case when found.missing <> '{}' and not found.published
      then jsonb_build_object('missing', to_jsonb(found.missing)) else '{}' end
    order by id)
  into answer
  from unnest(asked) as id left join found using (id);
  return coalesce(answer, '[]');
end
$$;

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
        and private.missing_for_publishing(jsonb_populate_record(null::public.articles, item.article)) = '{}'
        and private.find_uncovered(jsonb_populate_record(null::public.articles, item.article)) is null,
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
