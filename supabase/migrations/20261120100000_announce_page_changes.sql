-- Every process keeps rendered pages; a change of an article tells all of them which pages no longer hold.

/* Notifies on channel page_changes with a tag a line: article:<original id> for the article's pages in every language,
   list:<language>:<category> for lists of that language, list:*:<category> for all (an original decides the order
   everywhere), * alone for every page. core/domain/page-tags.ts gives pages the same tags. */
create function private.announce_article_change() returns trigger
language plpgsql set search_path = ''
as $$
declare
  changed public.articles;
begin
  for changed in select (x).* from unnest(array[old, new]) as x where (x).id is not null loop
    perform pg_notify('page_changes', concat_ws(E'\n',
      'article:' || coalesce(changed.original_article_id, changed.id),
      'list:' || case when changed.original_article_id is null then '*' else changed.language end || ':' || changed.category));
  end loop;
  return null;
end
$$;

create trigger announce_article_change after insert or update or delete on public.articles
  for each row execute function private.announce_article_change();

create function private.announce_any_change() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform pg_notify('page_changes', '*');
  return null;
end
$$;

create trigger announce_truncated_articles after truncate on public.articles
  for each statement execute function private.announce_any_change();
