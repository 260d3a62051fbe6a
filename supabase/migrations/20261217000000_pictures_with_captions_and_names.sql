-- The library keeps what a picture was called, where it was copied from and its captions, and records who moved its focal point.
drop view public.media_library;
alter table public.media_files drop column words;
alter table public.media_files
  add column captions jsonb not null default '{}' constraint media_files_captions check (private.is_alt_texts(captions)),
  add column original_name text constraint media_files_original_name
    check (original_name is null or private.is_line(to_jsonb(original_name), 255)),
  add column source_url text constraint media_files_source_url
    check (source_url is null or (private.is_line(to_jsonb(source_url), 2000) and source_url ~ '^https?://')),
  add column words text not null generated always as (name || ' ' || private.words_of(alts) || ' ' || coalesce(credit, '')
    || coalesce(' ' || nullif(private.words_of(captions), ''), '') || coalesce(' ' || original_name, '')
    || coalesce(' ' || source_url, '')) stored;
grant update (captions) on public.media_files to authenticated;

-- Every image with its uses. use: now, in an article or a draft; past, only in earlier versions, the trash or an unsaved
-- form; none. The counts are of articles in one language; in_revisions and in_copies leave out those that still show it.
create view public.media_library with (security_invoker = true) as
select id, name, type, size, version, uploaded_at, updated_at, alts, decorative, credit, licence, licence_url, focus_x, focus_y,
  captions, original_name, source_url, words, decorative or alts <> '{}' as described,
  case
    when exists (select from public.media_uses as used where used.name = file.name and kind in ('hero', 'content')) then 'now'
    when exists (select from public.media_uses as used where used.name = file.name) then 'past'
    else 'none'
  end as use,
  (select count(distinct article_id)::integer from public.media_uses as used join public.articles on articles.id = article_id
    where used.name = file.name and kind in ('hero', 'content') and published) as in_articles,
  (select count(distinct article_id)::integer from public.media_uses as used join public.articles on articles.id = article_id
    where used.name = file.name and kind in ('hero', 'content') and not published) as in_drafts,
  (select count(distinct article_id)::integer from public.media_uses as used
    where used.name = file.name and kind = 'trash') as in_trash,
  (select count(distinct article_id)::integer from public.media_uses as used
    where used.name = file.name and kind = 'revision' and not exists (
      select from public.media_uses as other where other.name = used.name and other.article_id = used.article_id
        and other.kind in ('hero', 'content', 'trash'))) as in_revisions,
  (select count(distinct article_id)::integer from public.media_uses as used
    where used.name = file.name and kind = 'copy' and not exists (
      select from public.media_uses as other where other.name = used.name and other.article_id = used.article_id
        and other.kind in ('hero', 'content', 'trash'))) as in_copies
from public.media_files as file;
revoke all on public.media_library from anon, authenticated, service_role;
grant select on public.media_library to authenticated, service_role;

/* A text that a client stored with a file; null when it is none that one line can show. */
create function private.told_of_file(metadata jsonb, key text, longest integer) returns text
language sql immutable set search_path = ''
return case when private.is_line(metadata -> key, longest) then metadata ->> key end;

/* Maintains the row of a file. Security definer, because users who may write objects may not write type, size and version. */
create or replace function private.keep_media_file() returns trigger
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

drop trigger keep_media_file on storage.objects;
create trigger keep_media_file after insert or update of bucket_id, name, metadata, user_metadata or delete on storage.objects
  for each row execute function private.keep_media_file();
drop trigger stamp_media_file on public.media_files;
create trigger stamp_media_file before update of alts, decorative, credit, licence, licence_url, captions on public.media_files
  for each row execute function private.stamp_media_file();
drop trigger announce_media_change on public.media_files;
create trigger announce_media_change
  after update of name, version, alts, decorative, credit, licence, licence_url, focus_x, focus_y, captions on public.media_files
  for each row when (old.* is distinct from new.*) execute function private.announce_media_change();

/* A picture is named as editors know it. */
create or replace function private.record_picture() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  known constant text := coalesce(case when tg_op = 'DELETE' then old.original_name else new.original_name end, old.name);
begin
  if tg_op = 'DELETE' then
    perform private.record_act('pictures', 'delete_picture', 'deleted the picture %s', known, old.id);
  elsif old.version is not null and new.version is distinct from old.version then
    perform private.record_act('pictures', 'replace_picture', 'replaced the picture %s', known, new.id);
  elsif old.name <> new.name then
    perform private.record_act('pictures', 'rename_picture', 'moved the picture %s', new.name, new.id,
      jsonb_build_object('name', private.change_in_words(old.name, new.name)));
  elsif (old.alts, old.decorative, old.captions, old.credit, old.licence, old.licence_url)
      is distinct from (new.alts, new.decorative, new.captions, new.credit, new.licence, new.licence_url) then
    perform private.record_act('pictures', 'describe_picture', 'described the picture %s', known, new.id, jsonb_build_object(
      'alternative_text', private.change_in_words(private.value_in_words(old.alts), private.value_in_words(new.alts)),
      'decorative', private.change_in_words(
        private.value_in_words(to_jsonb(old.decorative)), private.value_in_words(to_jsonb(new.decorative))),
      'caption', private.change_in_words(private.value_in_words(old.captions), private.value_in_words(new.captions)),
      'credit', private.change_in_words(old.credit, new.credit),
      'licence', private.change_in_words(concat_ws(' ', old.licence, old.licence_url), concat_ws(' ', new.licence, new.licence_url))));
  elsif (old.focus_x, old.focus_y) <> (new.focus_x, new.focus_y) then
    perform private.record_act('pictures', 'focus_picture', 'moved the focal point of the picture %s', known, new.id,
      jsonb_build_object('percent_from_left_and_top', private.change_in_words(
        concat(old.focus_x, ', ', old.focus_y), concat(new.focus_x, ', ', new.focus_y))));
  end if;
  return null;
end
$$;
