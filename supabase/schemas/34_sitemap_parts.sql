-- The parts of the sitemap of a large site.

/* The time of the last change in each part of the sitemap, of p_stories published originals in the order of their ids with their
   published translations. */
create function public.list_sitemap_parts(p_stories integer) returns table (last_change timestamptz)
language sql stable set search_path = ''
as $$
  with stories as (
    select id, updated_at, (row_number() over (order by id) - 1) / greatest(p_stories, 1) as part
    from public.articles where language = 'en' and original_article_id is null and published
  )
  select max(greatest(stories.updated_at, translations.updated_at)) from stories
  left join (
    select original_article_id, max(updated_at) as updated_at
    from public.articles where original_article_id is not null and published group by original_article_id
  ) as translations on translations.original_article_id = stories.id
  group by part order by part
$$;

grant execute on function
  public.list_sitemap_parts(integer)
to anon, authenticated;
