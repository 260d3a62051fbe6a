-- All that the desk is told of how often pages are read.

/* Raises 42501 unless an editor asks. */
create function private.demand_reader_of_views() returns void
language plpgsql stable set search_path = ''
as $$
begin
  if not private.is_editor() then
    raise exception using errcode = '42501', message = 'Only editors can see how often pages are read.';
  end if;
end
$$;

/* The first of the last so many days, today included. */
create function private.first_counted_day(p_days integer) returns date
language sql stable security definer set search_path = ''
return (now() at time zone coalesce((select zone from private.visitor_day), 'UTC'))::date - (least(greatest(p_days, 1), 800) - 1);

/* Views of each page in the last so many days, the most read first. Visitors are those of each day added up: who comes on two days is
   two. */
create function public.list_page_views(p_days integer default 30)
returns table (path text, slug text, language text, views bigint, visitors bigint)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.demand_reader_of_views();
  return query
    select page.path, min(page.slug), page.language, sum(page.views), sum(page.visitors)
    from private.page_views as page where page.day >= private.first_counted_day(p_days)
    group by page.path, page.language having sum(page.views) > 0
    order by 4 desc, 1, 3 limit 10000;
end
$$;

/* Views by the host that led to a page; '' for all that are not listed. */
create function public.list_referrers(p_days integer default 30)
returns table (host text, views bigint)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.demand_reader_of_views();
  return query
    select referrer.host, sum(referrer.views) from private.page_referrers as referrer
    where referrer.day >= private.first_counted_day(p_days) group by referrer.host order by 2 desc, 1 limit 10000;
end
$$;

/* All rows of the two functions above at once, because /rest/v1 answers rows in parts of which each would be counted anew. */
create function public.export_readership(p_days integer default 30) returns jsonb
language sql stable set search_path = ''
return jsonb_build_object(
  'pages', (select coalesce(jsonb_agg(to_jsonb(page)), '[]') from public.list_page_views(p_days) as page),
  'referrers', (select coalesce(jsonb_agg(to_jsonb(referrer)), '[]') from public.list_referrers(p_days) as referrer));

/* Returns what was read in the last 30 minutes, the most read first, but for the last seconds. */
create function public.list_recent_views()
returns table (path text, language text, slug text, title text, views bigint)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.demand_reader_of_views();
  return query
    select recent.path, recent.language, articles.slug, articles.title, sum(recent.views)
    from private.recent_views as recent
    left join public.articles on recent.path = '/article/' || articles.slug and articles.language = recent.language and articles.published
    where recent.minute > now() - interval '30 minutes'
    group by recent.path, recent.language, articles.slug, articles.title order by 5 desc, 1, 2 limit 50;
end
$$;

/* Returns how often articles were read in the last 30 days, for those of the first two hundred that were. */
create function public.count_article_views(p_article_ids uuid[])
returns table (article_id uuid, views bigint)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.demand_reader_of_views();
  return query
    select articles.id, sum(page.views)
    from public.articles join private.page_views as page
      on page.path = '/article/' || articles.slug and page.language = articles.language and page.day >= private.first_counted_day(30)
    where articles.id = any(p_article_ids[1:200]) group by articles.id;
end
$$;

/* The last so many days in sums: {today, since, days, week_ago, languages, sections, articles, article_views,
   translations, feeds, referrers, newsletter, bots}. No day is before the first that was counted. */
create function public.read_readership(p_days integer default 30) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  first constant date := private.first_counted_day(p_days);
  last constant date := private.first_counted_day(1);
  since constant date := (select min(day) from private.daily_visitors);
begin
  perform private.demand_reader_of_views();
  return (
    with counted as materialized (
      select * from private.page_views as page where page.day >= first),
    read as materialized (
      select * from counted where kind <> 'feed'),
    articles as materialized (
      select articles.id, articles.title, articles.category, articles.original_article_id is not null as is_translation,
        articles.slug, articles.language, sum(read.views)::bigint as views, sum(read.visitors)::bigint as visitors
      from read join public.articles on read.kind = 'article' and articles.slug = read.slug and articles.language = read.language
      group by articles.id),
    section_views as (
      select category as slug, views from articles
      -- Pages of the publication's own have addresses like those of sections.
      union all select coalesce(retired_to, section.slug), views
        from read join public.categories as section on section.slug = read.slug where kind = 'section')
    select jsonb_build_object(
      'today', last,
      'since', since,
      'days', (
        select jsonb_agg(jsonb_build_object('day', moment::date, 'views', coalesce(sums.views, 0),
          'visitors', coalesce(daily.visitors, 0), 'is_incomplete', coalesce(daily.is_incomplete, false)) order by moment)
        from generate_series(greatest(first, since), last, interval '1 day') as moment
        left join (select read.day, sum(views)::bigint as views from read group by read.day) as sums on sums.day = moment::date
        left join private.daily_visitors as daily on daily.day = moment::date and daily.language = ''),
      'week_ago', (
        select jsonb_build_object('day', daily.day, 'visitors', daily.visitors, 'is_incomplete', daily.is_incomplete, 'views', (
          select coalesce(sum(views), 0) from private.page_views as page where page.day = last - 7 and kind <> 'feed'))
        from private.daily_visitors as daily where daily.day = last - 7 and daily.language = ''),
      'languages', (
        select coalesce(jsonb_agg(to_jsonb(spoken) order by views desc, language), '[]') from (
          select read.language, sum(read.views)::bigint as views, max(coming.visitors) as visitors
          from read left join (
            select daily.language, sum(daily.visitors)::bigint as visitors from private.daily_visitors as daily
            where daily.day >= first group by daily.language) as coming on coming.language = read.language
          group by read.language) as spoken),
      'sections', (
        select coalesce(jsonb_agg(to_jsonb(section) order by views desc, slug), '[]')
        from (select slug, sum(views)::bigint as views from section_views group by slug) as section),
      'articles', (
        select coalesce(jsonb_agg(to_jsonb(article) order by views desc, slug, language), '[]')
        from (select * from articles order by views desc, slug, language limit 50) as article),
      'article_views', (select coalesce(sum(views), 0) from articles),
      'translations', (select coalesce(sum(views), 0) from articles where is_translation),
      'feeds', (
        select coalesce(jsonb_agg(to_jsonb(feed) order by fetches desc, path), '[]') from (
          select path, language, sum(views)::bigint as fetches, max(visitors) as programs from counted
          where kind = 'feed' group by path, language order by 3 desc limit 50) as feed),
      'referrers', (
        select coalesce(jsonb_agg(to_jsonb(referrer) order by views desc, host, language), '[]') from (
          -- Of each language those that led most readers here; the rest is '' together.
          select language, case when place <= 10 then host else '' end as host, sum(ranked.views)::bigint as views
          from (
            select language, host, sum(page_referrers.views) as views,
              row_number() over (partition by language order by host = '', sum(page_referrers.views) desc, host) as place
            from private.page_referrers where day >= first group by language, host) as ranked
          group by 1, 2) as referrer),
      'newsletter', (
        select coalesce(sum(people), 0) from public.newsletter_clicks where day >= first and target like '/%'),
      'bots', (select coalesce(sum(bots), 0) from read)));
end
$$;

grant execute on function
  public.count_article_views(uuid[]),
  public.export_readership(integer),
  public.list_page_views(integer),
  public.list_recent_views(),
  public.list_referrers(integer),
  public.read_readership(integer)
to authenticated;
