/* The newest published articles in a language of each of these categories, up to p_limit of each, without those that are
   excepted. Translations are in the categories and the order of their English originals. */
create function public.list_newest_of_categories(
  p_language text, p_categories jsonb, p_except jsonb default '[]', p_limit integer default 4)
returns table (
  id uuid, slug text, language text, title text, subtitle text, excerpt text, category text, author text,
  reading_time text, hero_image text, publish_date timestamptz, featured boolean, listed_in text)
language sql stable set search_path = ''
as $$
  select
    id, slug, language, title, subtitle, excerpt, newest.category, author, reading_time, hero_image, publish_date, featured,
    listed.category
  from (
    select category, position from jsonb_array_elements_text(p_categories) with ordinality as each (category, position) limit 24
  ) as listed
  cross join lateral (
    (
      select
        id, slug, language, title, subtitle, excerpt, category, author, reading_time, hero_image, publish_date, featured,
        publish_date as listed_at
      from public.articles
      where p_language = 'en' and language = 'en' and original_article_id is null and published
        and category = listed.category and not p_except ? id::text
      order by publish_date desc, id
      limit least(greatest(p_limit, 0), 12)
    )
    union all
    (
      select
        id, slug, language, title, subtitle, excerpt, category, author, reading_time, hero_image, publish_date, featured,
        original_publish_date
      from public.translated_articles
      where p_language <> 'en' and language = p_language
        and original_category = listed.category and not p_except ? id::text
      order by original_publish_date desc, original_id
      limit least(greatest(p_limit, 0), 12)
    )
  ) as newest
  order by listed.position, listed_at desc, id
$$;

grant execute on function
  public.list_newest_of_categories(text, jsonb, jsonb, integer)
to anon, authenticated;
