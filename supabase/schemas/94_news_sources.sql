-- All that the newsroom reads: feeds of other publications with what they have published, and addresses and texts that editors have added. None
-- of it is for readers.

create table public.news_feeds (
  id uuid primary key default gen_random_uuid(),
  url text not null unique constraint news_feeds_url check (char_length(url) <= 2000 and url ~ '^https?://[^\s/?#"<>]+([/?#][^\s"<>]*)?$'),
  -- The name that the feed gives itself.
  title text not null default '' constraint news_feeds_title check (char_length(title) <= 300),
  -- The page that it belongs to.
  site_url text constraint news_feeds_site_url check (char_length(site_url) <= 2000 and site_url ~ '^https?://'),
  -- The publisher of it, as sentences name it.
  outlet text not null constraint news_feeds_outlet check (private.is_line(to_jsonb(outlet), 100)),
  -- The language that it names itself, or an editor for it; any language of BCP 47, without its region.
  language text constraint news_feeds_language check (language ~ '^[a-z]{2,3}$'),
  is_paused boolean not null default false,
  added_by uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  next_request_at timestamptz not null default now(),
  requested_at timestamptz,
  succeeded_at timestamptz,
  -- For conditional requests (RFC 9110, section 13).
  etag text check (char_length(etag) <= 500),
  last_modified text check (char_length(last_modified) <= 100),
  -- The first of its failures, and the last one: a code of core/domain/news-feed.ts with what it is about.
  failing_since timestamptz,
  failure text check (char_length(failure) <= 40),
  -- The subject of the failure, such as a status or a header.
  failure_detail text check (char_length(failure_detail) <= 300),
  failures integer not null default 0,
  -- The reason why only titles and links of it are kept; null when its publisher reserves nothing.
  reservation text check (reservation in ('tdmrep', 'noai', 'robots')),
  -- Those of it that were stored when it was last read.
  items integer not null default 0
);
comment on table public.news_feeds is '{"live": true}';
create index news_feeds_due on public.news_feeds (next_request_at) where not is_paused;
revoke all on public.news_feeds from anon, authenticated;
grant select, update (outlet, language, is_paused), delete on public.news_feeds to authenticated;
grant all on public.news_feeds to service_role;
create policy "editors read feeds" on public.news_feeds
  for select to authenticated using ((select private.is_editor()));
create policy "editors change feeds" on public.news_feeds
  for update to authenticated using ((select private.is_editor())) with check ((select private.is_editor()));
create policy "editors remove feeds" on public.news_feeds
  for delete to authenticated using ((select private.is_editor()));

-- Items that tell the same story. What is counted and chosen of them is written by private.refresh_news_groups.
create table public.news_groups (
  id uuid primary key default gen_random_uuid(),
  created_at timestamptz not null default now(),
  -- The time when the newest of its items was published.
  newest_at timestamptz not null default now(),
  links integer not null default 0,
  -- Items with one address, or nearly the same text, have one origin.
  origins integer not null default 0,
  -- The title of the item that stands for it.
  headline text not null default '',
  languages text[] not null default '{}',
  outlets text[] not null default '{}',
  -- The section whose words fit best, how well in per cent, and which words of its items are the section's own.
  section text,
  section_fit integer not null default 0,
  section_words text[] not null default '{}',
  -- The order in which groups are listed. Newness is counted from a fixed day, so that the order stays the same while time passes.
  rank integer not null default 0,
  hidden_at timestamptz,
  hidden_by uuid references auth.users (id) on delete set null
);
comment on table public.news_groups is $${"live": true, "purge": [
  "created_at < now() - interval '1 day'",
  "and not exists (select from public.news_items where group_id = news_groups.id)"]}$$;
create index news_groups_rank on public.news_groups (rank desc, id) where hidden_at is null;
create index news_groups_section on public.news_groups (section, rank desc, id) where hidden_at is null;
create index news_groups_hidden on public.news_groups (rank desc, id) where hidden_at is not null;
revoke all on public.news_groups from anon, authenticated;
grant select on public.news_groups to authenticated;
grant all on public.news_groups to service_role;
create policy "editors read groups of news" on public.news_groups
  for select to authenticated using ((select private.is_editor()));

create table public.news_items (
  id uuid primary key default gen_random_uuid(),
  -- The source of its words: a feed, the page at its address, or a text that an editor has added.
  kind text not null check (kind in ('feed', 'address', 'text')),
  feed_id uuid references public.news_feeds (id) on delete set null,
  -- The address where it can be read; null for a text that somebody has sent.
  url text constraint news_items_url check (char_length(url) <= 2000 and url ~ '^https?://[^\s/?#"<>]+([/?#][^\s"<>]*)?$'),
  -- The address without what varies and means nothing, by which it is known again.
  canonical_url text check (char_length(canonical_url) <= 2000),
  title text not null constraint news_items_title check (char_length(title) <= 500),
  outlet text not null constraint news_items_outlet check (private.is_line(to_jsonb(outlet), 100)),
  author text not null default '' check (char_length(author) <= 200),
  language text constraint news_items_language check (language ~ '^[a-z]{2,3}$'),
  published_at timestamptz not null,
  added_at timestamptz not null default now(),
  added_by uuid references auth.users (id) on delete set null,
  excerpt text not null default '' constraint news_items_excerpt check (char_length(excerpt) <= 1000),
  -- The reason why there is neither an excerpt nor a text of it; null when its publisher reserves nothing.
  reservation text check (reservation in ('tdmrep', 'noai', 'robots')),
  group_id uuid references public.news_groups (id) on delete set null,
  -- The first item of the same origin, or the item itself; null until it was compared.
  origin_id uuid,
  -- The time when it came into its group, which decides whether somebody has seen it there.
  grouped_at timestamptz,
  constraint news_items_address check (kind = 'text' or url is not null),
  unique (feed_id, canonical_url)
);
-- Purged: Triggers count the groups of the newsroom anew, and delete those that are empty.
comment on table public.news_items is $${"purge": "added_at < now() - interval '30 days'"}$$;
create index news_items_canonical on public.news_items (canonical_url);
create index news_items_of_group on public.news_items (group_id, published_at desc);
create index news_items_of_origin on public.news_items (origin_id);
create index news_items_to_group on public.news_items (added_at) where origin_id is null;
create index news_items_newest on public.news_items (published_at desc, id);
create index news_items_added on public.news_items (added_at);
create index news_items_words on public.news_items using gin (to_tsvector('private.folded'::regconfig, title || ' ' || outlet)) with (fastupdate = off);
revoke all on public.news_items from anon, authenticated;
grant select on public.news_items to authenticated;
grant all on public.news_items to service_role;
create policy "editors read news" on public.news_items
  for select to authenticated using ((select private.is_editor()));

-- Hashes of the addresses and titles that a feed has listed, the latest first: items are kept for thirty days, and some feeds list them longer.
create table private.news_feed_lists (
  feed_id uuid primary key references public.news_feeds (id) on delete cascade,
  keys bigint[] not null check (cardinality(keys) <= 2000)
);
grant all on private.news_feed_lists to service_role;

-- The texts of items that editors have opened, for thirty days. Only the server reads them, and gives them to editors one by one.
create table private.news_texts (
  item_id uuid primary key references public.news_items (id) on delete cascade,
  text text not null check (octet_length(text) <= 1048576),
  language text check (language ~ '^[a-z]{2,3}$'),
  -- The text in sentences, cut once: an article cites them by their place, from 1.
  sentences text[] not null check (cardinality(sentences) <= 5000),
  fetched_at timestamptz not null default now(),
  -- The reason why it is probably not the whole text of the page.
  notice text check (notice in ('short', 'paywall'))
);
comment on table private.news_texts is $${"purge": "fetched_at < now() - interval '30 days'"}$$;
create index news_texts_age on private.news_texts (fetched_at);
grant all on private.news_texts to service_role;

-- Pages that articles cite, each asked once a day whether it still says what was cited.
create table private.source_checks (
  url text primary key check (char_length(url) <= 2000),
  next_at timestamptz not null,
  -- Of its last whole answer, for conditional requests (RFC 9110, section 13).
  read_at timestamptz,
  etag text check (char_length(etag) <= 500),
  last_modified text check (char_length(last_modified) <= 100)
);
-- Purged: Pages that no young article cites any more.
comment on table private.source_checks is $${"purge": "next_at < now() - interval '7 days'"}$$;
create index source_checks_next on private.source_checks (next_at);
grant all on private.source_checks to service_role;

/* Returns what a search of the newsroom looks for in titles and outlets: all its words, of which the last may be begun; null when there are none. */
create function private.news_query(p_search text) returns tsquery
language plpgsql immutable set search_path = ''
as $$
declare
  -- Several minus signs in a row are a dash or a line; PostgreSQL fails on more than thirty.
  words constant tsquery := websearch_to_tsquery('private.folded', regexp_replace(left(p_search, 200), '-[-\s]*-', ' ', 'g'));
begin
  -- Only words to leave out, or none at all.
  if coalesce(querytree(words), '') in ('', 'T') then
    return null;
  end if;
  return regexp_replace(words::text, '''$', ''':*')::tsquery;
end
$$;

/* Items with the words of a search, and their groups. Where sixty or more of the 2,000 that were read last have them, is_frequent, those only,
   because the index would find tens of thousands; or else up to 20,000 of all. */
create function private.match_news_items(p_words tsquery, out items uuid[], out groups uuid[], out is_frequent boolean)
language plpgsql stable set search_path = ''
-- In how many items a begun word is gets overestimated, which makes reading all of them look cheaper.
set enable_seqscan = off set plan_cache_mode = force_custom_plan
as $$
begin
  select array_agg(id), array_agg(group_id), count(*) >= 60 into items, groups, is_frequent
  from (select id, group_id, title, outlet from public.news_items order by added_at desc limit 2000) as latest
  where to_tsvector('private.folded'::regconfig, title || ' ' || outlet) @@ p_words;
  if not is_frequent then
    select array_agg(id), array_agg(group_id) into items, groups
    from (
      select id, group_id from public.news_items
      where to_tsvector('private.folded'::regconfig, title || ' ' || outlet) @@ p_words limit 20000) as found;
  end if;
end
$$;

/* The newest items with the words of a search, of which the last may be begun, in their titles or outlets; of frequent words those of the 2,000
   that were read last: [{id, title, outlet, published_at, group_id}], twenty at most. Raises 42501 unless the caller is an editor. */
create function public.search_news_items(p_search text) returns jsonb
language plpgsql stable security definer set search_path = ''
-- Looks items up one by one.
set plan_cache_mode = force_custom_plan
as $$
declare
  matched uuid[];
begin
  perform private.require_editor_of_news();
  select items into matched from private.match_news_items(private.news_query(p_search));
  return (
    with found as materialized (
      select id, title, outlet, published_at, group_id from public.news_items where id = any (matched)
    ), newest as (
      select * from found order by published_at desc, id limit 20
    )
    select coalesce(jsonb_agg(to_jsonb(newest) order by published_at desc, id), '[]') from newest);
end
$$;

grant execute on function public.search_news_items(text) to authenticated;
