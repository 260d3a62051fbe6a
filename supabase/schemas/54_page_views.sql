-- The counts of how often pages are read: sums per day, without persons. Days are those of the time zone of the publication.

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
-- The privacy page names this time.
comment on table private.page_views is $${"purge": "day < current_date - interval '24 months'"}$$;

-- Visitors of all pages of a language, and of all languages as ''. A visitor of two languages is one.
create table private.daily_visitors (
  day date not null,
  language text not null,
  visitors integer not null default 0,
  -- More came than are told apart.
  is_incomplete boolean not null default false,
  primary key (day, language)
);
comment on table private.daily_visitors is $${"purge": "day < current_date - interval '24 months'"}$$;

-- The sites that readers came from: the host alone. More hosts than are listed in a day are '' together.
create table private.page_referrers (
  day date not null,
  language text not null references private.languages (code),
  host text not null check (char_length(host) <= 253),
  views integer not null default 0,
  primary key (day, language, host)
);
comment on table private.page_referrers is $${"purge": "day < current_date - interval '24 months'"}$$;

-- The key that tells visitors of one day apart, and whom it has told apart. Unlogged: no backup has it, and both are emptied when the day is over, so
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

-- The pages that are read now, by the minute. Unlogged, because nobody looks at it an hour later.
create unlogged table private.recent_views (
  minute timestamptz not null,
  path text not null,
  language text not null,
  views integer not null,
  primary key (minute, path, language)
);

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

