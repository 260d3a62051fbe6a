-- A draft is saved however little there is of it; what readers need is asked for when it is published.

/* Whether there is nothing to read in a text: only what trim() of JavaScript removes, so that forms and the table agree. */
create function private.is_blank(p_text text) returns boolean
language sql immutable set search_path = ''
return p_text !~ '[^\t-\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]';

-- Every field has a bound, because lists have many of them. Not validated: what was stored before stays as it is until it is
-- changed. core/domain/article-violation.ts says which field each constraint is about.
alter table public.articles
  drop constraint articles_title_check,
  drop constraint articles_excerpt_check,
  drop constraint articles_content_check;
alter table public.articles
  add constraint articles_title_check check (not published or not private.is_blank(title)) not valid,
  add constraint articles_excerpt_check check (not published or not private.is_blank(excerpt)) not valid,
  add constraint articles_content_check check (not published or not private.is_blank(content)) not valid,
  add constraint articles_author_check check (not published or not private.is_blank(author)) not valid,
  add constraint articles_reading_time_check check (not published or not private.is_blank(reading_time)) not valid,
  add constraint articles_title_length check (char_length(title) <= 500) not valid,
  add constraint articles_subtitle_length check (char_length(subtitle) <= 1000) not valid,
  add constraint articles_excerpt_length check (char_length(excerpt) <= 5000) not valid,
  add constraint articles_content_length check (octet_length(content) <= 1048576) not valid,
  add constraint articles_author_length check (char_length(author) <= 200) not valid,
  add constraint articles_reading_time_length check (char_length(reading_time) <= 100) not valid,
  add constraint articles_hero_image_length check (char_length(hero_image) <= 2000) not valid;

/* The columns that are still to be filled in before an article can be published. */
create function private.missing_for_publishing(article public.articles) returns text[]
language sql immutable set search_path = ''
return array_remove(array[
  case when private.is_blank(article.title) then 'title' end,
  case when private.is_blank(article.excerpt) then 'excerpt' end,
  case when private.is_blank(article.content) then 'content' end,
  case when private.is_blank(article.author) then 'author' end,
  case when private.is_blank(article.reading_time) then 'reading_time' end], null);

grant execute on function private.is_blank(text), private.missing_for_publishing(public.articles)
  to authenticated, service_role;

/* Every language version of a story, whichever of them is asked for, with what is missing before it can be published. */
create function public.list_story_versions(p_article_id uuid)
returns table (
  id uuid, language text, slug text, title text, published boolean, publish_date timestamptz, updated_at timestamptz,
  is_original boolean, missing jsonb)
language sql stable set search_path = ''
as $$
  select version.id, version.language, version.slug, version.title, version.published, version.publish_date,
    version.updated_at, version.original_article_id is null, to_jsonb(private.missing_for_publishing(version))
  from public.articles as version
  join (select coalesce(original_article_id, id) as id from public.articles where id = p_article_id) as story
    on version.id = story.id or version.original_article_id = story.id
  order by version.original_article_id nulls first, version.language
$$;

revoke all on function public.list_story_versions(uuid) from public, anon;
grant execute on function public.list_story_versions(uuid) to authenticated, service_role;
