-- The images in each text, so that an editor who deletes an image learns at once where it is used. Kinds: hero (with the picture
-- of a shared link) and content of an article; page: a page about the publication; revision: any version of an article, one row for all of them; trash; copy: an unsaved form, of
-- which other users learn only that it has the image. source_id is the article, or the row of the trash or of
-- working_copies.
create table public.media_uses (
  name text not null,
  kind text not null check (kind in ('hero', 'content', 'revision', 'trash', 'copy', 'page')),
  -- The article or the page, or the row of the trash or of the unsaved forms.
  source_id uuid not null,
  article_id uuid not null,
  primary key (name, kind, source_id)
);
create index media_uses_of_source on public.media_uses (source_id, kind);
revoke all on public.media_uses from anon, authenticated;
grant select on public.media_uses to authenticated;
grant all on public.media_uses to service_role;
create policy "editors see what shows a picture" on public.media_uses
  for select to authenticated using ((select private.is_editor()));

/* Percent-encoded bytes as text; the text itself when they are no UTF-8. */
create function private.percent_decoded(encoded text) returns text
language plpgsql immutable set search_path = ''
as $$
begin
  if strpos(encoded, '%') = 0 then
    return encoded;
  end if;
  return convert_from(
    (select string_agg(case when part ~ '^%[0-9A-Fa-f]{2}$' then decode(substr(part, 2), 'hex') else convert_to(part, 'UTF8') end,
        ''::bytea order by place)
      from regexp_matches(encoded, '%[0-9A-Fa-f]{2}|[^%]+|%', 'g') with ordinality as match (parts, place),
        lateral (select parts[1] as part) as one),
    'UTF8');
exception when character_not_in_repertoire or untranslatable_character then
  return encoded;
end
$$;

/* The names of the pictures of our bucket in a text, at each address in it: Markdown, HTML or bare, relative or
   absolute, of the file, of a link to it, or of a variant. What follows an address may belong to it or not: then both are
   names, because a picture that is deleted by mistake is worse than one that is kept. At most a thousand. */
create function private.pictures_in(body text) returns text[]
language sql immutable set search_path = ''
return case when strpos(body, 'article-images/') = 0 then '{}' else coalesce((
  select array_agg(distinct name) from (
    select private.percent_decoded(written) as name from (
      select distinct written
      from regexp_matches(body, 'article-images/([^\s"''<>\[\]\\?#|]+)', 'g') as match,
        lateral (values
          (rtrim(match[1], ').,;:!*_~`')),
          (rtrim(split_part(match[1], ')', 1), '.,;:!*_~`'))) as candidates (written)
      where octet_length(written) between 1 and 1024 limit 1000) as addresses) as names
  where name <> ''), '{}') end;

/* Notes what one text uses now; all that it used before is forgotten. */
create function private.note_uses(p_kind text, p_source uuid, p_article uuid, p_body text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  names constant text[] := private.pictures_in(p_body);
begin
  delete from public.media_uses where source_id = p_source and kind = p_kind and name <> all (names);
  if names <> '{}' then
    insert into public.media_uses (name, kind, source_id, article_id)
    select name, p_kind, p_source, p_article from unnest(names) as name
    on conflict do nothing;
  end if;
end
$$;

/* Maintains the uses of an article. */
create function private.note_article_uses() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    delete from public.media_uses where source_id = old.id and kind in ('hero', 'content');
    return null;
  end if;
  if tg_op = 'INSERT' or (new.hero_image, new.social_image) is distinct from (old.hero_image, old.social_image) then
    perform private.note_uses('hero', new.id, new.id, concat_ws(' ', new.hero_image, new.social_image));
  end if;
  if tg_op = 'INSERT' or new.content is distinct from old.content then
    perform private.note_uses('content', new.id, new.id, new.content);
  end if;
  return null;
end
$$;
create trigger note_article_uses after insert or update of hero_image, social_image, content or delete on public.articles
  for each row execute function private.note_article_uses();

/* Adds the uses of a new revision. */
create function private.note_revision_uses() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.media_uses (name, kind, source_id, article_id)
  select name, 'revision', new.article_id, new.article_id
  from unnest(private.pictures_in(concat_ws(' ', new.article ->> 'hero_image', new.article ->> 'social_image', new.article ->> 'content'))) as name
  on conflict do nothing;
  return null;
end
$$;
create trigger note_revision_uses after insert on public.article_revisions
  for each row execute function private.note_revision_uses();

/* All revisions are deleted at once, with their article or to remove a text. */
create function private.forget_revision_uses() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.media_uses
  where kind = 'revision' and source_id in (select article_id from gone)
    and not exists (select from public.article_revisions where article_id = source_id);
  return null;
end
$$;
create trigger forget_revision_uses after delete on public.article_revisions
  referencing old table as gone for each statement execute function private.forget_revision_uses();

/* Maintains the uses of a row of the trash. */
create function private.note_trash_uses() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    delete from public.media_uses where source_id = old.id and kind = 'trash';
  else
    perform private.note_uses('trash', new.id, new.article_id,
      concat_ws(' ', new.article ->> 'hero_image', new.article ->> 'social_image', new.article ->> 'content'));
  end if;
  return null;
end
$$;
create trigger note_trash_uses after insert or delete on public.article_trash
  for each row execute function private.note_trash_uses();

/* Maintains the uses of an unsaved form. */
create function private.note_copy_uses() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    delete from public.media_uses where source_id = old.id and kind = 'copy';
  elsif tg_op = 'INSERT' or new.form is distinct from old.form then
    perform private.note_uses('copy', new.id, new.article_id,
      concat_ws(' ', new.form ->> 'hero_image', new.form ->> 'social_image', new.form ->> 'content'));
  end if;
  return null;
end
$$;
create trigger note_copy_uses after insert or update of form or delete on public.working_copies
  for each row execute function private.note_copy_uses();

/* TRUNCATE fires no trigger for a row. */
create function private.forget_truncated_uses() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.media_uses where kind = any (tg_argv);
  return null;
end
$$;
create trigger forget_truncated_uses after truncate on public.articles
  for each statement execute function private.forget_truncated_uses('hero', 'content');
create trigger forget_truncated_uses after truncate on public.article_revisions
  for each statement execute function private.forget_truncated_uses('revision');
create trigger forget_truncated_uses after truncate on public.article_trash
  for each statement execute function private.forget_truncated_uses('trash');
create trigger forget_truncated_uses after truncate on public.working_copies
  for each statement execute function private.forget_truncated_uses('copy');

/* The names of the caller's own pictures. */
create function private.own_pictures() returns setof text
language sql stable security definer set search_path = ''
begin atomic
  select name from storage.objects where bucket_id = 'article-images' and owner = (select auth.uid());
end;

/* Tells whether readers see a picture: in a published article or on a page. */
create function private.is_shown_to_readers(p_name text) returns boolean
language sql stable security definer set search_path = ''
return exists (
  select from public.media_uses as used left join public.articles as article on article.id = used.article_id
  where used.name = p_name and (used.kind = 'page' or used.kind in ('hero', 'content') and article.published));

/* Tells whether the caller may replace, describe and remove a picture, as the policies and triggers of pictures have it. */
create function private.changes_picture(p_name text) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return private.is_editor() or private.is_author() and p_name in (select private.own_pictures())
    and not private.is_shown_to_readers(p_name) and not private.is_with_editors(p_name);
end
$$;

grant execute on function
  private.changes_picture(text),
  private.is_shown_to_readers(text),
  private.own_pictures()
to authenticated, service_role;

-- Every image with its uses. use: now, in an article or a draft; past, only in earlier versions, the trash or an unsaved
-- form; none. The counts are of articles in one language; in_revisions and in_copies leave out those that still show it.
create view public.media_library with (security_invoker = true) as
select id, name, type, size, version, uploaded_at, updated_at, alts, decorative, credit, licence, licence_url, focus_x, focus_y,
  captions, original_name, source_url, words, decorative or alts <> '{}' as described,
  case
    when exists (select from public.media_uses as used where used.name = file.name and kind in ('hero', 'content', 'page')) then 'now'
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
        and other.kind in ('hero', 'content', 'trash'))) as in_copies,
  (select count(distinct article_id)::integer from public.media_uses as used
    where used.name = file.name and kind = 'page') as in_pages,
  -- Asked once for editors, and not for every picture.
  (select private.is_editor()) or private.changes_picture(name) as changeable
from public.media_files as file;
revoke all on public.media_library from anon, authenticated, service_role;
grant select on public.media_library to authenticated, service_role;

/* The uses of an unsaved form follow its id when that changes. */
create function private.move_copy_uses() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  with moved as (
    delete from public.media_uses where source_id = old.id and kind = 'copy' returning name
  )
  insert into public.media_uses (name, kind, source_id, article_id)
  select name, 'copy', new.id, new.article_id from moved
  on conflict (name, kind, source_id) do nothing;
  return null;
end
$$;

-- "move" runs before "note", which then finds the previous uses under the new id.
create trigger move_copy_uses after update of id, article_id on public.working_copies
  for each row when (old.id <> new.id or old.article_id <> new.article_id) execute function private.move_copy_uses();

/* Maintains the use of a picture of an author, whose page counts as one about the publication. */
create function private.note_author_uses() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op <> 'INSERT' then
    delete from public.media_uses where source_id = md5('author ' || old.slug)::uuid and kind = 'page';
  end if;
  if tg_op <> 'DELETE' then
    perform private.note_uses('page', md5('author ' || new.slug)::uuid, md5('author ' || new.slug)::uuid, new.picture);
  end if;
  return null;
end
$$;
create trigger note_author_uses after insert or update of slug, picture or delete on public.authors
  for each row execute function private.note_author_uses();
