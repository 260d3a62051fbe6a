-- Pages show what is known of their pictures, and were not rendered anew when that changed.

/* Notifies on channel page_changes for the published articles with the picture, as private.announce_article_change does; with * when
   there are many of them. */
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
      'list:' || case when article.original_article_id is null then '*' else article.language end || ':'
        || coalesce(original.category, article.category))
    from public.articles as article left join public.articles as original on original.id = article.original_article_id
    where article.id = any (shown)
  loop
    perform pg_notify('page_changes', tags);
  end loop;
  return null;
end
$$;

create trigger announce_media_change
  after update of name, version, alts, decorative, credit, licence, licence_url, focus_x, focus_y on public.media_files
  for each row when (old.* is distinct from new.*) execute function private.announce_media_change();
create trigger announce_media_deletion after delete on public.media_files
  for each row execute function private.announce_media_change();
