-- The social web: each language is an actor that people of other servers can follow. A setting switches it on.

create or replace function private.is_reserved_address(slug text) returns boolean
language sql immutable set search_path = ''
return slug in (
  'about', 'activitypub', 'admin', 'article', 'assets', 'auth', 'author', 'calendar', 'confirm-subscription', 'contact', 'corrections', 'demo',
  'disclaimer', 'feeds', 'functions', 'graphql', 'healthz', 'images', 'mcp', 'newsletter', 'pg', 'preview', 'privacy', 'readyz',
  'realtime', 'rest', 'search', 'share', 'sitemaps', 'storage', 'subscribe', 'terms', 'unsubscribe', 'websub');

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
  when 'social_web' then jsonb_typeof(value) = 'boolean'
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

-- The social web (ActivityPub): each offered language is an actor. Its keys, who follows it, what others do with its articles, and whom it does
-- not hear. What is sent is in 58_social_deliveries.sql. Only the server reads and writes these tables.

/* Whether the publication is on the social web. */
create function private.is_on_social_web() returns boolean
language sql stable security definer set search_path = ''
return exists (select from public.settings where key = 'social_web' and value = 'true');

/* Whether it is an address of something on another server, as URL of JavaScript writes it. */
create function private.is_remote_address(p_address text) returns boolean
language sql immutable set search_path = ''
return p_address ~ '^https?://[!-~]+$' and char_length(p_address) <= 1000;

-- One key for HTTP signatures that every server knows, and one for proofs in objects.
create table private.social_keys (
  language text not null references private.languages (code),
  algorithm text not null check (algorithm in ('RSASSA-PKCS1-v1_5', 'Ed25519')),
  public_key jsonb not null,
  -- Encrypted by the server.
  sealed_private_key text not null,
  made_at timestamptz not null default now(),
  primary key (language, algorithm)
);

create table private.social_followers (
  language text not null references private.languages (code),
  actor text not null check (private.is_remote_address(actor)),
  inbox text not null check (private.is_remote_address(inbox)),
  -- The inbox of the server for all of its people.
  shared_inbox text check (private.is_remote_address(shared_inbox)),
  host text not null check (char_length(host) <= 260),
  -- As in @mara@social.example, and what they call themselves.
  handle text not null check (char_length(handle) <= 400),
  name text not null check (char_length(name) <= 100),
  -- The request to follow, by which it is taken back.
  follow_id text check (private.is_remote_address(follow_id)),
  since timestamptz not null default now(),
  primary key (language, actor)
);
create index social_followers_of_host on private.social_followers (host, language);
create index social_followers_of_actor on private.social_followers (actor);

-- What others do with an article. Replies are for the desk alone.
create table private.social_reactions (
  id uuid primary key default gen_random_uuid(),
  article_id uuid not null references public.articles (id) on delete cascade,
  kind text not null check (kind in ('like', 'announce', 'reply')),
  actor text not null check (private.is_remote_address(actor)),
  host text not null check (char_length(host) <= 260),
  -- Of the activity, or of the reply itself.
  uri text not null check (private.is_remote_address(uri)),
  -- What a reply says, as plain text.
  body text not null default '' check (char_length(body) <= 2000),
  received_at timestamptz not null default now(),
  changed_at timestamptz,
  unique (actor, uri),
  constraint social_replies_alone_say_something check (body = '' or kind = 'reply')
);
-- However often somebody likes or shares an article, it counts once.
create unique index social_reactions_once on private.social_reactions (article_id, actor, kind) where kind <> 'reply';
create index social_reactions_of_article on private.social_reactions (article_id, kind, received_at desc);

-- Whom nothing is taken from, and nothing is sent to but that they may not follow. A domain is not told even that.
create table private.social_blocks (
  kind text not null check (kind in ('actor', 'domain')),
  value text not null check (char_length(value) between 1 and 1000),
  made_at timestamptz not null default now(),
  made_by uuid,
  primary key (kind, value)
);

/* Whether a person, the host of that person, or a domain of that host is blocked. */
create function private.is_socially_blocked(p_actor text, p_host text) returns boolean
language sql stable security definer set search_path = ''
return exists (
  select from private.social_blocks
  where kind = 'actor' and value = p_actor
    or kind = 'domain' and (value = p_host or right(p_host, char_length(value) + 1) = '.' || value));

/* Who is blocked follows no more, nothing of theirs stays, and what waits for a blocked domain is not sent. */
create function private.end_blocked_follows() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.social_followers where private.is_socially_blocked(actor, host);
  delete from private.social_reactions where private.is_socially_blocked(actor, host);
  delete from private.social_deliveries
  where host in (select host from private.social_servers where private.is_socially_blocked('', host));
  return null;
end
$$;
create trigger end_blocked_follows after insert on private.social_blocks
  for each statement execute function private.end_blocked_follows();

-- Requests that were taken, by what of them is signed. A request is refused when it is older than an hour, so that a copy of it that arrives
-- later than these rows are kept is refused as well. Unlogged: after a crash a copy of the last hour might count again, and do nothing new.
create unlogged table private.social_received (
  hash bytea primary key,
  received_at timestamptz not null default now()
);

-- Public keys of others, so that not every request makes one.
create table private.remote_keys (
  id text primary key check (private.is_remote_address(id)),
  document jsonb not null check (octet_length(document::text) <= 16384),
  expires_at timestamptz not null default now() + interval '1 day'
);

alter table private.social_keys enable row level security;
alter table private.social_followers enable row level security;
alter table private.social_reactions enable row level security;
alter table private.social_blocks enable row level security;
alter table private.social_received enable row level security;
alter table private.remote_keys enable row level security;
revoke all on private.social_keys, private.social_followers, private.social_reactions, private.social_blocks, private.social_received, private.remote_keys
  from public, anon, authenticated, service_role;

-- What the social web is told: triggers note which articles changed, in the transaction of the change; a job compares them with what was sent,
-- makes an activity of each difference, and delivers it to every server on which somebody follows. server/features/social sends it.

-- Articles to look at.
create table private.social_changes (
  article_id uuid primary key,
  -- Readers have it for the first time, or again.
  is_new boolean not null,
  changed_at timestamptz not null default now()
);

-- What others have of an article. An object that was deleted never comes back, so an article that is published again is another one. Without a
-- reference, because others are told of a deletion after it.
create table private.social_posts (
  article_id uuid not null,
  generation integer not null check (generation > 0),
  language text not null references private.languages (code),
  published_at timestamptz not null default now(),
  updated_at timestamptz,
  deleted_at timestamptz,
  -- Of what was sent last, so that nothing is sent that says the same.
  hash text not null,
  primary key (article_id, generation)
);
create unique index social_posts_live on private.social_posts (article_id) where deleted_at is null;

-- Messages as they are sent, for a week.
create table private.social_activities (
  id uuid primary key,
  language text not null references private.languages (code),
  kind text not null check (kind in ('Accept', 'Create', 'Delete', 'Reject', 'Update')),
  article_id uuid,
  body text not null check (octet_length(body) <= 1000000),
  made_at timestamptz not null default now()
);
create index social_activities_age on private.social_activities (made_at);

-- One for each message and inbox; a delivered one is gone.
create table private.social_deliveries (
  id bigint generated always as identity primary key,
  activity_id uuid not null references private.social_activities (id) on delete cascade,
  inbox text not null check (private.is_remote_address(inbox)),
  host text not null check (char_length(host) <= 260),
  attempts integer not null default 0,
  problem text check (char_length(problem) <= 40),
  http_status integer,
  unique (activity_id, inbox)
);
create index social_deliveries_of_host on private.social_deliveries (host, id);

-- Servers to which something is sent: one request at a time, in all processes together.
create table private.social_servers (
  host text primary key check (char_length(host) <= 260),
  -- Since when every attempt has failed, and how many did.
  failing_since timestamptz,
  failures integer not null default 0,
  problem text check (char_length(problem) <= 40),
  -- Before this time nothing is sent, because the last attempt failed or a process is sending.
  resumes_at timestamptz not null default now(),
  -- When it was given up, with everybody who followed from there.
  left_at timestamptz
);

alter table private.social_changes enable row level security;
alter table private.social_posts enable row level security;
alter table private.social_activities enable row level security;
alter table private.social_deliveries enable row level security;
alter table private.social_servers enable row level security;
revoke all on private.social_changes, private.social_posts, private.social_activities, private.social_deliveries, private.social_servers
  from public, anon, authenticated, service_role;

/* Notes that an article has to be compared with what was sent of it. */
create function private.note_social_change(p_article_id uuid, p_is_new boolean) returns void
language sql set search_path = ''
as $$
  insert into private.social_changes as change (article_id, is_new) values (p_article_id, p_is_new)
  on conflict (article_id) do update set is_new = change.is_new or excluded.is_new, changed_at = now();
  select pg_notify('social_web', '');
$$;

/* What is imported or restored was published long ago. */
create function private.queue_social_article() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.is_on_social_web() and not private.is_importing() and not private.is_restoring() then
    perform private.note_social_change(
      coalesce(new.id, old.id), coalesce(new.published, false) and not coalesce(old.published, false));
  end if;
  return null;
end
$$;
create trigger queue_added_social_article after insert on public.articles
  for each row when (new.published) execute function private.queue_social_article();
create trigger queue_deleted_social_article after delete on public.articles
  for each row when (old.published) execute function private.queue_social_article();
create trigger queue_changed_social_article after update on public.articles
  for each row when (
    (old.published or new.published)
    and (old.published, old.slug, old.language, old.title, old.excerpt, old.category, old.author, old.hero_image, old.publish_date, old.content)
      is distinct from (new.published, new.slug, new.language, new.title, new.excerpt, new.category, new.author, new.hero_image,
        new.publish_date, new.content)
    and not private.is_section_moving())
  execute function private.queue_social_article();

create function private.queue_social_correction() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.is_on_social_web() and not private.is_restoring() then
    perform private.note_social_change(coalesce(new.article_id, old.article_id), false);
  end if;
  return null;
end
$$;
create trigger queue_social_correction after insert or delete on public.article_corrections
  for each row execute function private.queue_social_correction();
create trigger queue_changed_social_correction after update on public.article_corrections
  for each row when (old.text <> new.text) execute function private.queue_social_correction();

/* What others have is compared again when a language is switched off, and when the social web was off for a while. */
create function private.recheck_social_posts() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.is_on_social_web() then
    insert into private.social_changes (article_id, is_new)
    select article_id, false from private.social_posts where deleted_at is null order by article_id
    on conflict do nothing;
    perform pg_notify('social_web', '');
  end if;
  return null;
end
$$;
create trigger recheck_social_posts after insert or update on public.settings
  for each row when (new.key in ('languages', 'social_web')) execute function private.recheck_social_posts();

/* Stores a message with its deliveries: to one inbox, or to everybody who follows the language. A server gets it once, or at most 500 times when
   its people share no inbox; others there see it when they open the publication. */
create function private.send_social_activity(
  p_id uuid, p_language text, p_kind text, p_article_id uuid, p_body text, p_inbox text default null, p_host text default null) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.social_activities (id, language, kind, article_id, body) values (p_id, p_language, p_kind, p_article_id, p_body);
  insert into private.social_deliveries (activity_id, inbox, host)
  select distinct p_id, target.inbox, target.host
  from (
    select p_inbox as inbox, p_host as host where p_inbox is not null
    union all
    select inbox, host from (
      select coalesce(shared_inbox, inbox) as inbox, host, row_number() over (partition by host order by min(since)) as place
      from private.social_followers as follower where language = p_language and p_inbox is null
      group by coalesce(shared_inbox, follower.inbox), host
    ) as served
    where place <= 500
  ) as target
  order by target.host, target.inbox;
  insert into private.social_servers (host)
  select distinct host from private.social_deliveries where activity_id = p_id order by host
  on conflict (host) do nothing;
  perform pg_notify('social_web', '');
end
$$;

select private.admit_service_role();
