-- How often pages are read: sums per day, without persons. A setting switches it off.

create or replace function private.is_setting(key text, value jsonb) returns boolean
language sql immutable set search_path = ''
return coalesce(case key
  when 'site_name' then private.is_line(value, 60)
  when 'tagline' then case when private.is_localized(value) then
    not exists (select from jsonb_each(value) as text (language, line) where not private.is_line(line, 100)) end
  when 'welcome' then value = '"dismissed"'
  when 'default_author' then private.is_line(value, 80)
  when 'default_reading_time' then private.is_line(value, 40)
  when 'ai_crawlers' then value in ('"welcome"', '"refused"')
  when 'counts_page_views' then jsonb_typeof(value) = 'boolean'
  when 'newsletter_time' then private.is_line(value, 5) and value #>> '{}' ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'
  when 'newsletter_zone' then private.is_line(value, 64)
  when 'newsletter_automatic' then jsonb_typeof(value) = 'boolean'
  when 'newsletter_counts_clicks' then jsonb_typeof(value) = 'boolean'
  when 'newsletter_rate' then case when jsonb_typeof(value) = 'object' then
    value - array['per_second', 'per_hour'] = '{}'
    and coalesce(value -> 'per_second', '1') #>> '{}' ~ '^[1-9][0-9]{0,3}$' and jsonb_typeof(coalesce(value -> 'per_second', '1')) = 'number'
    and coalesce(value -> 'per_hour', '1') #>> '{}' ~ '^[1-9][0-9]{0,6}$' and jsonb_typeof(coalesce(value -> 'per_hour', '1')) = 'number'
    and value <> '{}' end
  when 'postal_address' then jsonb_typeof(value) = 'string' and not private.is_blank(value #>> '{}') and char_length(value #>> '{}') <= 300
  when 'newsletter_reply_to' then private.is_line(value, 255)
    and value #>> '{}' ~ '^[A-Za-z0-9.!#$%&''*+/=?^_`{|}~-]+@[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?(\.[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?)+$'
  when 'contact_address' then private.is_line(value, 255)
    and value #>> '{}' ~ '^[A-Za-z0-9.!#$%&''*+/=?^_`{|}~-]+@[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?(\.[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?)+$'
  when 'editorial_responsibility' then private.is_record(value, '{"kind": 12, "name": 200}')
    and value ->> 'kind' in ('person', 'organization')
  when 'landing_subscribers' then jsonb_typeof(value) = 'number' and value #>> '{}' ~ '^[1-9][0-9]{0,8}$'
  when 'landing_figures' then case when private.is_localized(value) then not exists (
    select from jsonb_each(value) as text (language, figures)
    where not private.is_list_of_records(figures, 4, '{"value": 20, "label": 60}')) end
  when 'banned_words' then case when private.is_localized(value) then not exists (
    select from jsonb_each(value) as words (language, list)
    where case when jsonb_typeof(list) = 'array' then
      jsonb_array_length(list) > 200
      or exists (select from jsonb_array_elements(list) as word where not private.is_line(word, 60))
    else true end) end
  when 'translation_review' then private.is_list_of_languages(value) and not value ? 'en'
  when 'translation_style' then case when private.is_by_language(value) then
    not value ? 'en' and not exists (
      select from jsonb_each(value) as note (language, text)
      where jsonb_typeof(text) <> 'string' or private.is_blank(text #>> '{}') or char_length(text #>> '{}') > 2000) end
  when 'landing_testimonials' then case
    when jsonb_typeof(value) = 'object' and value - array['samples', 'texts'] = '{}' and private.is_localized(value -> 'texts')
    then jsonb_typeof(value -> 'samples') = 'boolean' and not exists (
      select from jsonb_each(value -> 'texts') as text (language, quotes)
      where not private.is_list_of_records(quotes, 6, '{"quote": 400, "author": 80, "role": 80}')) end
end, private.is_publication_setting(key, value), false);

-- How often pages are read: sums per day, without persons. Days are those of the time zone of the publication.

create table private.page_views (
  day date not null,
  -- Without its query, so that all pages of a list count as one.
  path text not null check (char_length(path) between 1 and 300),
  language text not null references private.languages (code),
  kind text not null check (kind in ('home', 'article', 'section', 'author', 'issue', 'page', 'feed')),
  -- Of what is read: an article, a section, an author, an issue.
  slug text,
  views integer not null default 0,
  visitors integer not null default 0,
  -- Programs that say what they are.
  bots integer not null default 0,
  primary key (day, path, language)
);

-- Visitors of all pages of a language, and of all languages as ''. A visitor of two languages is one.
create table private.daily_visitors (
  day date not null,
  language text not null,
  visitors integer not null default 0,
  -- More came than are told apart.
  is_incomplete boolean not null default false,
  primary key (day, language)
);

-- Where readers came from: the host alone. More hosts than are listed in a day are '' together.
create table private.page_referrers (
  day date not null,
  language text not null references private.languages (code),
  host text not null check (char_length(host) <= 253),
  views integer not null default 0,
  primary key (day, language, host)
);

-- What tells visitors of one day apart, and whom it has told apart. Unlogged: no backup has it, and both are emptied when the day is over, so
-- that nobody can find out again who has read what.
create unlogged table private.visitor_day (
  is_only boolean primary key default true check (is_only),
  day date not null,
  zone text not null,
  salt bytea not null,
  -- Rows of private.visitors_of_day.
  told_apart bigint not null default 0
);
create unlogged table private.visitors_of_day (
  -- A path with its language, a language, or '' for all.
  scope text not null,
  -- The beginning of a hash of address and program with the salt.
  visitor bigint not null,
  primary key (scope, visitor)
);

-- What is read now, by the minute. Unlogged, because nobody looks at it an hour later.
create unlogged table private.recent_views (
  minute timestamptz not null,
  path text not null,
  language text not null,
  views integer not null,
  primary key (minute, path, language)
);

alter table private.page_views enable row level security;
alter table private.daily_visitors enable row level security;
alter table private.page_referrers enable row level security;
alter table private.visitor_day enable row level security;
alter table private.visitors_of_day enable row level security;
alter table private.recent_views enable row level security;
revoke all on private.page_views, private.daily_visitors, private.page_referrers, private.visitor_day, private.visitors_of_day, private.recent_views
  from public, anon, authenticated, service_role;

/* The day that is counted now, and its salt. When a day has ended, what told its visitors apart is gone from the disk. A clock or a time
   zone that goes back over midnight does not begin the day before again, whose visitors could no longer be told apart. */
create function private.counted_day(p_zone text) returns table (day date, salt bytea)
language plpgsql security definer set search_path = ''
as $$
declare
  today date;
begin
  -- Before anything is read: to read a table and then wait would stop who empties it.
  perform pg_advisory_xact_lock(hashtextextended('page views', 0));
  today := (clock_timestamp() at time zone p_zone)::date;
  if not exists (select from private.visitor_day as current where current.day in (today, today + 1)) then
    truncate private.visitor_day, private.visitors_of_day;
    insert into private.visitor_day (day, zone, salt)
      values (today, p_zone, uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()));
  end if;
  return query select current.day, current.salt from private.visitor_day as current;
end
$$;

/* Adds what a process has counted. p_pages: [{path, language, kind, slug, views, bots, visitors: [hash], is_incomplete}], p_referrers:
   [{language, host, views}]. Returns false, and adds nothing, when the day of the hashes is over. */
create function private.add_page_views(p_day date, p_pages jsonb, p_referrers jsonb) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  -- Of all pages together, some hundred megabytes.
  most_visitors constant bigint := 3000000;
  most_hosts constant integer := 2000;
  known bigint;
  added bigint;
begin
  -- One process at a time: the sums of two could otherwise wait for each other.
  perform pg_advisory_xact_lock(hashtextextended('page views', 0));
  select told_apart into known from private.visitor_day where day = p_day;
  if not found then
    return false;
  end if;

  with given as materialized (
    select path, language, kind, slug, views, bots, visitors, is_incomplete
    from jsonb_to_recordset(p_pages) as page (
      path text, language text, kind text, slug text, views integer, bots integer, visitors bigint[], is_incomplete boolean)
  ), seen as materialized (
    select distinct scope, visitor
    from given cross join unnest(visitors) as visitor
      cross join lateral unnest(case when kind = 'feed' then array[path || ' ' || language] else array[path || ' ' || language, language, ''] end) as scope
    where known < most_visitors
  ), stored as (
    insert into private.visitors_of_day (scope, visitor) select scope, visitor from seen on conflict do nothing returning scope
  ), counts as materialized (
    select scope, count(*)::integer as visitors from stored group by scope
  ), sums as (
    insert into private.page_views as page (day, path, language, kind, slug, views, visitors, bots)
    select p_day, path, language, kind, slug, views, coalesce(counts.visitors, 0), bots
    from given left join counts on scope = path || ' ' || language
    on conflict (day, path, language) do update
      set views = page.views + excluded.views, visitors = page.visitors + excluded.visitors, bots = page.bots + excluded.bots
  ), visitors as (
    insert into private.daily_visitors as daily (day, language, visitors, is_incomplete)
    select p_day, language, coalesce(counts.visitors, 0), known >= most_visitors or coming.is_incomplete
    from (
      select coalesce(language, '') as language, coalesce(bool_or(is_incomplete), false) as is_incomplete
      from given group by rollup (language)) as coming left join counts on scope = language
    on conflict (day, language) do update
      set visitors = daily.visitors + excluded.visitors, is_incomplete = daily.is_incomplete or excluded.is_incomplete
  ), recent as (
    insert into private.recent_views as recent (minute, path, language, views)
    select date_trunc('minute', now()), path, language, views from given where views > 0 and kind <> 'feed'
    on conflict (minute, path, language) do update set views = recent.views + excluded.views
  )
  select coalesce(sum(visitors), 0) into added from counts;
  update private.visitor_day set told_apart = told_apart + added where day = p_day and added > 0;
  delete from private.recent_views where minute < now() - interval '40 minutes';

  insert into private.page_referrers as referrer (day, language, host, views)
  select p_day, given.language, coalesce(listed.host, ''), sum(given.views)
  from jsonb_to_recordset(p_referrers) as given (language text, host text, views integer)
  left join lateral (
    select given.host
    where exists (select from private.page_referrers as known where known.day = p_day and known.language = given.language and known.host = given.host)
      or (select count(*) from private.page_referrers as known where known.day = p_day) < most_hosts) as listed on true
  group by 2, 3
  on conflict (day, language, host) do update set views = referrer.views + excluded.views;
  return true;
end
$$;

-- What the desk is told of how often pages are read.

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

/* What was read in the last 30 minutes, the most read first, but for the last seconds. */
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

/* How often articles were read in the last 30 days, for those of the first two hundred that were. */
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

/* The last so many days in sums: {today, days, languages, sections, articles, translations, feeds, referrers, newsletter, bots}. */
create function public.read_readership(p_days integer default 30) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  first constant date := private.first_counted_day(p_days);
  last constant date := private.first_counted_day(1);
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
      union all select slug, views from read where kind = 'section')
    select jsonb_build_object(
      'today', last,
      'days', (
        select jsonb_agg(jsonb_build_object('day', day::date, 'views', coalesce(sums.views, 0),
          'visitors', coalesce(daily.visitors, 0), 'is_incomplete', coalesce(daily.is_incomplete, false)) order by day)
        from generate_series(first, last, interval '1 day') as day
        left join (select read.day, sum(views)::bigint as views from read group by read.day) as sums on sums.day = day::date
        left join private.daily_visitors as daily on daily.day = day::date and daily.language = ''),
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
      'translations', (select coalesce(sum(views), 0) from articles where is_translation),
      'feeds', (
        select coalesce(jsonb_agg(to_jsonb(feed) order by fetches desc, path), '[]') from (
          select path, language, sum(views)::bigint as fetches, max(visitors) as programs from counted
          where kind = 'feed' group by path, language order by 3 desc limit 50) as feed),
      'referrers', (
        select coalesce(jsonb_agg(to_jsonb(referrer) order by views desc, host, language), '[]') from (
          select language, host, sum(views)::bigint as views from private.page_referrers where day >= first
          group by language, host order by 3 desc limit 100) as referrer),
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

select private.admit_service_role();
