-- Lists in other languages follow the order of the English originals; a view lets one query ask for one page of them.

create view public.translated_articles with (security_invoker = true) as
  select translation.id, translation.slug, translation.language, translation.title, translation.subtitle,
         translation.excerpt, translation.category, translation.author, translation.reading_time,
         translation.hero_image, translation.publish_date, translation.featured,
         original.id as original_id, original.category as original_category,
         original.publish_date as original_publish_date
  from public.articles as original
  join public.articles as translation on translation.original_article_id = original.id
  where original.language = 'en' and original.published and translation.published;

revoke all on public.translated_articles from anon, authenticated;
grant select on public.translated_articles to anon, authenticated, service_role;
