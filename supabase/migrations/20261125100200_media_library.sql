-- The library lists every picture with where it is used, which no table says by itself.

/* use: now, in an article or a draft; past, only in earlier versions, the trash or a form that is not saved; none. The counts are
   of articles in one language; in_revisions and in_copies leave out those that still show it. */
create view public.media_library with (security_invoker = true) as
select id, name, type, size, version, uploaded_at, updated_at, alts, decorative, credit, licence, licence_url, focus_x, focus_y,
  words, decorative or alts <> '{}' as described,
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
