/* Up to p_limit published articles in p_language for the end of an article, given the id of any version of it: first
   those about the same topics, the most similar first, and then the newest of its category. Never the article itself
   in another language. `story_id` is the original; `same_topic` is false for those that are only in the same category. */
create function public.list_related_articles(p_article_id uuid, p_language text, p_limit integer default 4)
returns table (
  id uuid, slug text, language text, title text, category text, hero_image text, publish_date timestamptz,
  story_id uuid, same_topic boolean)
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
declare
  wanted integer := least(greatest(p_limit, 0), 12);
  own_id uuid;
  own_category text;
begin
  select coalesce(original.id, article.id), coalesce(original.category, article.category)
  into own_id, own_category
  from public.articles as article
  left join public.articles as original on original.id = article.original_article_id and original.published
  where article.id = p_article_id and article.published;
  if own_id is null then
    return;
  end if;

  return query
  with alike as (
    select version.*, nearest.article_id as story_id, nearest.likeness
    -- Sorted first, so that versions are looked up for no more of them than it takes.
    from (
      select article_id, likeness from private.like_article(own_id) order by likeness desc, article_id
    ) as nearest
    cross join lateral (
      select id, slug, language, title, category, hero_image, publish_date
      from public.articles
      where id = nearest.article_id and language = p_language and published
      union all
      select id, slug, language, title, category, hero_image, publish_date
      from public.articles
      where original_article_id = nearest.article_id and language = p_language and published
    ) as version
    order by nearest.likeness desc, nearest.article_id
    limit wanted
  ), newest as (
    (
      select id, slug, language, title, category, hero_image, publish_date, id as story_id
      from public.articles
      where p_language = 'en' and language = 'en' and category = own_category and published
      -- Enough that some are left without the article itself and those that are shown already.
      order by publish_date desc, id limit 2 * wanted + 1
    )
    union all
    (
      select id, slug, language, title, category, hero_image, publish_date, original_id as story_id
      from public.translated_articles
      where p_language <> 'en' and language = p_language and original_category = own_category
      order by original_publish_date desc, original_id limit 2 * wanted + 1
    )
  )
  (
    select id, slug, language, title, category, hero_image, publish_date, story_id, true
    from alike order by likeness desc, story_id
  )
  union all
  (
    select *, false from newest
    where (select count(*) from alike) < wanted
      and story_id <> own_id and story_id not in (select story_id from alike)
    order by publish_date desc, story_id
    limit wanted - (select count(*) from alike)
  );
end
$$;

grant execute on function
  public.list_related_articles(uuid, text, integer)
to anon, authenticated;
