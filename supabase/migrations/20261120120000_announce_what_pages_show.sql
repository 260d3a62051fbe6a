-- Some kept pages outlived a change, because it was announced in other words than what they show.

/* Notifies on channel page_changes with a tag a line: article:<original id> for the article's pages in every language,
   list:<language>:<category> for lists of that language, list:*:<category> for all (an original decides the order
   everywhere), slug:<slug> for pages that show one language because there is nothing under the slug in another. * alone
   is for every page. core/domain/page-tags.ts gives pages the same tags. Lists in other languages go by the category of
   the English original, as translated_articles does. */
create or replace function private.announce_article_change() returns trigger
language plpgsql set search_path = ''
as $$
declare
  changed public.articles;
  listed_under text;
begin
  for changed in select (x).* from unnest(array[old, new]) as x where (x).id is not null loop
    -- An original that is deleted together with its translations is gone by now, and has announced all lists itself.
    listed_under := coalesce(
      (select category from public.articles where id = changed.original_article_id), changed.category);
    perform pg_notify('page_changes', concat_ws(E'\n',
      'article:' || coalesce(changed.original_article_id, changed.id),
      'slug:' || changed.slug,
      'list:' || case when changed.original_article_id is null then '*' else changed.language end || ':' || listed_under));
  end loop;
  return null;
end
$$;
