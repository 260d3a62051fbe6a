-- Readers narrow a search to a category, a period and an author, or look through what these have without a word.

create index article_search_newest on private.article_search (language, publish_date desc, article_id);

/* Finds the authors who have all these words in their name, or words that begin with them; null without a word. With the rights
   of its owner, because readers may not call unaccent. */
create function private.author_query(p_name text) returns tsquery
language sql immutable security definer set search_path = ''
return (
  select string_agg(quote_literal(left(word, 100)) || ':*', ' & ')::tsquery
  from (
    select word from string_to_table(private.plain_name(p_name), ' ') as words (word) where word <> '' limit 10
  ) as ten);

/* The beginning of a day in UTC, of one within the years that every date and time can have. */
create function private.beginning_of(p_day date) returns timestamptz
language sql immutable strict set search_path = ''
return greatest(least(p_day, date '9999-12-31'), date '0001-01-01')::timestamp at time zone 'UTC';

revoke all on function private.author_query(text) from public;
grant execute on function private.author_query(text), private.beginning_of(date) to anon, authenticated, service_role;

drop function public.search_articles(text, text, integer, integer);

/* Published articles of a language that have all the words of p_query, which may use "a phrase", or, -not. When nothing
   has the last word, words that begin with it count. To be quick with words that most articles have, only 200 matches are
   ranked, those with the words in the title and then the newest; a phrase is looked for in 300 articles that have all its
   words. `total` counts every match but those of a phrase beyond these.
   Filters narrow the search to a category, to the days from p_from until p_until in UTC, and to authors whose name has the words
   of p_author. With filters and no query, everything that they leave is found, the newest first. */
create function public.search_articles(
  p_query text, p_language text default 'en', p_limit integer default 10, p_offset integer default 0,
  p_category text default null, p_from date default null, p_until date default null, p_author text default null)
returns table (
  id uuid, slug text, language text, title text, category text, publish_date timestamptz, headline text, total integer)
language plpgsql stable set search_path = ''
-- One that knows how many articles have a word would read all of them for a frequent one, instead of its index.
set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
declare
  words tsquery := private.search_query(p_language, left(p_query, 200));
  loose tsquery;
  is_phrase boolean;
  candidates uuid[];
  matches integer;
  authors tsquery := private.author_query(left(p_author, 200));
  published_from timestamptz := private.beginning_of(p_from);
  published_before timestamptz := private.beginning_of(p_until) + interval '1 day';
begin
  -- A name of signs only is nobody's.
  if p_author is not null and authors is null then
    return;
  end if;

  if btrim(p_query) = '' then
    if num_nonnulls(p_category, p_from, p_until, p_author) = 0 then
      return;
    end if;
    matches := (
      select count(*) from private.article_search
      where language = p_language
        and (p_category is null or category = p_category)
        and (published_from is null or publish_date >= published_from)
        and (published_before is null or publish_date < published_before)
        and (authors is null or author_words @@ authors));
    return query
    with page as (
      select article_id from private.article_search
      where language = p_language
        and (p_category is null or category = p_category)
        and (published_from is null or publish_date >= published_from)
        and (published_before is null or publish_date < published_before)
        and (authors is null or author_words @@ authors)
      order by publish_date desc, article_id
      limit least(greatest(p_limit, 1), 50) offset greatest(p_offset, 0)
    )
    select id, slug, p_language, title, category, publish_date, translate(excerpt, E'\uE000\uE001', ''), matches
    from page join public.articles on id = article_id
    order by publish_date desc, id;
    return;
  end if;

  -- Only words to leave out, or none at all.
  if querytree(words) in ('', 'T') then
    return;
  end if;
  for attempt in 1..2 loop
    is_phrase := words::text ~ '<(-|\d+)>';
    loose := regexp_replace(words::text, '<(-|\d+)>', '&', 'g')::tsquery;
    select array_agg(article_id), max(total) into candidates, matches
      from (
        select article_id, count(*) over () as total
        from private.article_search
        where language = p_language and everything @@ loose
          and (p_category is null or category = p_category)
          and (published_from is null or publish_date >= published_from)
          and (published_before is null or publish_date < published_before)
          and (authors is null or author_words @@ authors)
        order by title @@ words desc, publish_date desc
        limit case when is_phrase then 300 else 200 end
      ) as newest;
    exit when matches > 0;
    words := regexp_replace(words::text, '''$', ''':*')::tsquery;
  end loop;

  return query
  with page as (
    select article_id, prose, ts_rank(everything, words, 1) as rank,
      case when is_phrase then (count(*) over ())::integer else matches end as total
    from private.article_search
    where article_id = any (candidates) and (not is_phrase or everything @@ words)
    order by rank desc, publish_date desc, article_id
    limit least(greatest(p_limit, 1), 50) offset greatest(p_offset, 0)
  )
  select id, slug, p_language, title, category, publish_date,
    private.search_headline(p_language, excerpt, prose, words), total
  from page join public.articles on id = article_id
  order by rank desc, publish_date desc, id;
end
$$;

revoke all on function public.search_articles(text, text, integer, integer, text, date, date, text) from public;
grant execute on function public.search_articles(text, text, integer, integer, text, date, date, text)
  to anon, authenticated, service_role;
