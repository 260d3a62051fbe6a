-- The library says which pictures the caller may change.
/* Whether readers see a picture: in a published article or on a page. */
create function private.is_shown_to_readers(p_name text) returns boolean
language sql stable security definer set search_path = ''
return exists (
  select from public.media_uses as used left join public.articles as article on article.id = used.article_id
  where used.name = p_name and (used.kind = 'page' or used.kind in ('hero', 'content') and article.published));

grant execute on function
  private.is_shown_to_readers(text),
  private.own_pictures()
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
  (select private.is_editor()) or (select private.is_author()) and name in (select private.own_pictures())
    and not private.is_shown_to_readers(name) as changeable
from public.media_files as file;

/* Refuses a change by an author of a picture that readers see, or that is in an article with the editors, who have seen it as it was. */
create or replace function private.check_shown_picture() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.is_author() then
    if private.is_shown_to_readers(old.name) or private.is_shown_to_readers(new.name) then
      perform private.refuse_write('Readers see this picture, so only editors can change it.');
    elsif private.is_with_editors(old.name) or private.is_with_editors(new.name) then
      perform private.refuse_write('The article with this picture is with the editors, so only they can change it.');
    end if;
  end if;
  return coalesce(new, old);
end
$$;
