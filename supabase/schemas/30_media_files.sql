-- The images of articles: anyone who knows the name of one may load it; the desk lists them, editors store and remove them, and authors
-- their own (82_authors_and_translators.sql).
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('article-images', 'article-images', true, 5 * 1024 * 1024, array['image/*'])
on conflict (id) do update set public = excluded.public, file_size_limit = excluded.file_size_limit,
  allowed_mime_types = excluded.allowed_mime_types;

create policy "administrators see the buckets" on storage.buckets
  for select to authenticated using ((select private.is_admin()));
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

-- All that is known of an image besides its bytes.

/* The description of what an image shows, in each language in which it was written. */
create function private.is_alt_texts(alts jsonb) returns boolean
language sql immutable set search_path = ''
return case when jsonb_typeof(alts) = 'object' then
  private.is_by_language(alts)
  and not exists (select from jsonb_each(alts) as alt (language, line) where not private.is_line(line, 500))
else false end;

/* All alt texts of an image, for the search in the library. */
create function private.words_of(alts jsonb) returns text
language sql immutable set search_path = ''
return case when jsonb_typeof(alts) = 'object' then
  coalesce((select string_agg(value, ' ' order by key) from jsonb_each_text(alts)), '')
else '' end;

-- A row for each file in the bucket of articles, with the id of its object; a trigger on storage.objects adds and removes it.
create table public.media_files (
  -- The id of the object in the storage.
  id uuid primary key,
  -- The name of the object in the bucket, for example `articles/1764-a1b2.jpg`.
  name text not null unique,
  type text,
  size bigint,
  -- The beginning of the ETag, by which the addresses of its variants change with the bytes.
  version text,
  uploaded_at timestamptz not null default now(),
  -- The time when this description was last changed.
  updated_at timestamptz not null default now(),
  alts jsonb not null default '{}' constraint media_files_alts check (private.is_alt_texts(alts)),
  -- It shows nothing that a text would have to say; it then has no alt texts.
  decorative boolean not null default false,
  credit text constraint media_files_credit check (credit is null or private.is_line(to_jsonb(credit), 200)),
  licence text constraint media_files_licence check (licence is null or private.is_line(to_jsonb(licence), 100)),
  -- Shown as a link, so nothing but an address of the web.
  licence_url text constraint media_files_licence_url
    check (licence_url is null or (private.is_line(to_jsonb(licence_url), 1000)
      and licence_url ~ '^https?://[^\s/?#@"<>\\]+([/?#][^\s"<>\\]*)?$')),
  -- The point that stays in sight, in percent from the left and from the top.
  focus_x integer not null default 50 constraint media_files_focus_x check (focus_x between 0 and 100),
  focus_y integer not null default 50 constraint media_files_focus_y check (focus_y between 0 and 100),
  constraint media_files_decorative check (not decorative or alts = '{}'),
  -- The caption below it, in each language in which it was written.
  captions jsonb not null default '{}' constraint media_files_captions check (private.is_alt_texts(captions)),
  -- The name that the file had where it came from; in the bucket it has a safe one.
  original_name text constraint media_files_original_name
    check (original_name is null or private.is_line(to_jsonb(original_name), 255)),
  -- The address from which it was copied.
  source_url text constraint media_files_source_url
    check (source_url is null or (private.is_line(to_jsonb(source_url), 2000) and source_url ~ '^https?://')),
  -- The words that the library searches.
  words text not null generated always as (private.searched_words(name || ' ' || private.words_of(alts) || ' ' || coalesce(credit, '')
    || coalesce(' ' || nullif(private.words_of(captions), ''), '') || coalesce(' ' || original_name, '')
    || coalesce(' ' || source_url, ''))) stored
);
create index media_files_newest on public.media_files (uploaded_at, id);
revoke all on public.media_files from anon, authenticated, service_role;
grant select, update (alts, decorative, credit, licence, licence_url, focus_x, focus_y, captions) on public.media_files to authenticated;
grant all on public.media_files to service_role;
-- Readers see this in pages, which the server renders. A readable table would list the images of drafts.
create policy "members see what is known of pictures" on public.media_files
  for select to authenticated using ((select private.is_member()));
create policy "editors describe pictures" on public.media_files
  for update to authenticated using ((select private.is_editor())) with check ((select private.is_editor()));

/* Dates a change of a description. */
create function private.stamp_media_file() returns trigger
language plpgsql set search_path = ''
as $$
begin
  -- Two saves never have the same time, so that the second can tell that there was a first.
  new.updated_at := greatest(now(), old.updated_at + interval '1 microsecond');
  return new;
end
$$;

-- Not for the focal point, which is moved while the form about the picture is open.
create trigger stamp_media_file before update of alts, decorative, credit, licence, licence_url, captions on public.media_files
  for each row execute function private.stamp_media_file();

/* A text that a client stored with a file; null when it is none that one line can show. */
create function private.told_of_file(metadata jsonb, key text, longest integer) returns text
language sql immutable set search_path = ''
return case when private.is_line(metadata -> key, longest) then metadata ->> key end;

/* Maintains the row of a file. Security definer, because users who may write objects may not write type, size and version. */
create function private.keep_media_file() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    delete from public.media_files where id = old.id;
  elsif new.bucket_id = 'article-images' then
    insert into public.media_files (id, name, type, size, version, uploaded_at, original_name, source_url)
    values (new.id, new.name, new.metadata ->> 'mimetype',
      case when new.metadata ->> 'size' ~ '^[0-9]{1,15}$' then (new.metadata ->> 'size')::bigint end,
      left(replace(new.metadata ->> 'eTag', '"', ''), 20), coalesce(new.created_at, now()),
      private.told_of_file(new.user_metadata, 'filename', 255),
      substring(private.told_of_file(new.user_metadata, 'source', 2000) from '^https?://.*'))
    on conflict (id) do update set name = excluded.name, type = excluded.type, size = excluded.size,
      version = excluded.version, original_name = excluded.original_name, source_url = excluded.source_url;
  else
    delete from public.media_files where id = new.id;
  end if;
  return null;
end
$$;
create trigger keep_media_file after insert or update of bucket_id, name, metadata, user_metadata or delete on storage.objects
  for each row execute function private.keep_media_file();

/* Notifies the channel page_changes of the published articles with the image, as private.announce_article_change does,
   or of every page when there are many. */
create function private.announce_media_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  shown constant uuid[] := array(
    select distinct article_id from public.media_uses join public.articles on articles.id = article_id
    where name in (old.name, new.name) and kind in ('hero', 'content') and published limit 101);
  tags text;
begin
  if cardinality(shown) > 100 then
    perform pg_notify('page_changes', '*');
    return null;
  end if;
  for tags in
    select concat_ws(E'\n', 'article:' || coalesce(article.original_article_id, article.id), 'slug:' || article.slug,
      list, list || ':' || coalesce(original.category, article.category))
    from public.articles as article left join public.articles as original on original.id = article.original_article_id
    cross join lateral (
      select 'list:' || case when article.original_article_id is null then '*' else article.language end) as of_article (list)
    where article.id = any (shown)
  loop
    perform pg_notify('page_changes', tags);
  end loop;
  return null;
end
$$;
create trigger announce_media_change
  after update of name, version, alts, decorative, credit, licence, licence_url, focus_x, focus_y, captions on public.media_files
  for each row when (old.* is distinct from new.*) execute function private.announce_media_change();
create trigger announce_media_deletion after delete on public.media_files
  for each row execute function private.announce_media_change();

grant execute on function
  private.is_alt_texts(jsonb),
  private.words_of(jsonb)
to authenticated, service_role;
