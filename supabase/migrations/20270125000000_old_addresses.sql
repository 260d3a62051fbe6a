-- Articles that were imported are found at their old addresses, also after they come back from the trash.
create table private.old_addresses (
  -- A path with its query, in the normal form of core/domain/old-address.ts.
  address text primary key constraint old_addresses_address_check
    check (address ~ '^/[!-~]+$' and char_length(address) <= 500),
  article_id uuid not null references public.articles (id) on delete cascade,
  created_at timestamptz not null default now()
);
create index old_addresses_article on private.old_addresses (article_id);
alter table private.old_addresses enable row level security;

/* Where the first of these addresses leads that a published article had: {slug, language, kept}. An article in a language that is switched
   off leads to its English original, and kept is false, because the language may come back. Null when there is none. */
create function public.find_old_address(p_addresses text[]) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'slug', coalesce(original.slug, article.slug), 'language', coalesce(original.language, article.language),
    'kept', original.id is null)
  from unnest(p_addresses[1:10]) with ordinality as asked (address, place)
  join private.old_addresses as old on old.address = asked.address
  join public.articles as article on article.id = old.article_id and article.published
  left join public.articles as original
    on original.id = article.original_article_id and original.published and not article.language = any(private.offered_languages())
  where article.language = any(private.offered_languages()) or original.id is not null
  order by asked.place limit 1
$$;
grant execute on function
  public.find_old_address(text[])
to anon, authenticated;

create or replace function private.move_to_trash() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  added uuid := gen_random_uuid();
  story uuid := coalesce(old.original_article_id, old.id);
  head uuid := (
    select id from public.article_trash where story_id = story and deleted_at = now() and deleted_with is null);
begin
  insert into public.article_trash (
    id, article_id, story_id, deleted_with, deleted_by, language, slug, title, category, published, article, redirects)
  values (
    added, old.id, story, case when old.original_article_id is not null then head end, auth.uid(),
    old.language, old.slug, old.title, old.category, old.published,
    -- With the time until which readers were to find it, for a translation that of its original.
    to_jsonb(old) - 'revision_note' || coalesce((
      select jsonb_build_object('unpublishing', to_jsonb(ending)) from public.article_unpublishings as ending
      where article_id in (old.id, old.original_article_id) order by unpublish_at limit 1), '{}'),
    coalesce((
      select jsonb_agg(jsonb_build_object('slug', slug, 'language', language, 'created_at', created_at))
      from public.slug_redirects where article_id = old.id), '[]')
    || coalesce((
      select jsonb_agg(jsonb_build_object('address', address, 'created_at', created_at))
      from private.old_addresses where article_id = old.id), '[]'));
  if old.original_article_id is null then
    update public.article_trash set deleted_with = added where story_id = story and deleted_at = now() and id <> added;
  end if;
  return old;
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
begin
  if not private.is_admin() then
    raise exception using errcode = '42501', message = 'Only administrators can restore an article.';
  end if;
  -- The lock of take_turns_featuring, taken before any row is.
  perform pg_advisory_xact_lock(hashtext('articles.featured'));
  select * into head from public.article_trash
    where id = (select coalesce(deleted_with, id) from public.article_trash where id = p_trash_id) for update;
  if not found then
    return jsonb_build_object('status', 'gone');
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
      'featured', (item.article ->> 'featured')::boolean
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

select private.admit_service_role();
