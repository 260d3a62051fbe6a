-- A picture of what is with the editors is not the author's to change, and the library says so.
/* Whether the caller may replace, describe and remove a picture, as the policies and triggers of pictures have it. */
create function private.changes_picture(p_name text) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return private.is_editor() or private.is_author() and p_name in (select private.own_pictures())
    and not private.is_shown_to_readers(p_name) and not private.is_with_editors(p_name);
end
$$;

grant execute on function
  private.changes_picture(text)
to access_token, authenticated, service_role;

create or replace view public.media_library with (security_invoker = true) as
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
