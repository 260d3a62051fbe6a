-- All that other servers are told of by themselves: subscribers of a feed get it when it has changed (WebSub), and search engines the
-- addresses that have (IndexNow). server/features/websub and server/features/indexnow do it.

-- Feeds that somebody has subscribed to, as they were when they were last looked at. Made anew from the subscriptions where one is missing.
create table private.websub_topics (
  path text primary key check (path ~ '^/feeds/' and char_length(path) <= 300),
  digest text check (char_length(digest) <= 64),
  content_type text check (char_length(content_type) <= 100),
  content bytea check (octet_length(content) <= 8388608),
  -- The order in which processes look.
  checked_at timestamptz not null default '-infinity',
  constraint websub_topics_whole check ((digest is null) = (content is null) and (digest is null) = (content_type is null))
);
comment on table private.websub_topics is '{"backup": false}';
revoke all on private.websub_topics from public, anon, authenticated, service_role;

create table private.websub_subscriptions (
  id uuid primary key default gen_random_uuid(),
  topic text not null check (topic ~ '^/feeds/' and char_length(topic) <= 300),
  -- Written as URL of JavaScript writes it.
  callback text not null check (callback ~ '^https?://[!-~]+$' and char_length(callback) <= 1000),
  callback_host text not null check (char_length(callback_host) <= 255),
  -- The address, or network, that its host had when it confirmed.
  network text not null check (char_length(network) <= 64),
  -- The secret that signs what is sent, encrypted by the server.
  sealed_secret text check (char_length(sealed_secret) <= 500),
  expires_at timestamptz not null,
  -- The state that it was sent last, or had when it subscribed: it gets what differs.
  sent_digest text not null check (char_length(sent_digest) <= 64),
  -- Since when every attempt has failed, how many did, and when the next one may be.
  failures integer not null default 0 check (failures >= 0),
  failing_since timestamptz,
  resumes_at timestamptz not null default now(),
  constraint websub_subscriptions_failing check ((failing_since is null) = (failures = 0)),
  unique (topic, callback)
);
comment on table private.websub_subscriptions is '{"purge": "expires_at < now()"}';
create index websub_subscriptions_of_host on private.websub_subscriptions (callback_host);
create index websub_subscriptions_of_network on private.websub_subscriptions (network);
create index websub_subscriptions_due on private.websub_subscriptions (resumes_at);
revoke all on private.websub_subscriptions from public, anon, authenticated, service_role;

-- The servers of anybody who wants to subscribe or to leave, until the callback has confirmed it, and for an hour after, in which they are counted: anybody may
-- name any callback, so each host and each network gets only so many questions.
create table private.websub_requests (
  id uuid primary key default gen_random_uuid(),
  mode text not null check (mode in ('subscribe', 'unsubscribe')),
  topic text not null check (topic ~ '^/feeds/' and char_length(topic) <= 300),
  callback text not null check (callback ~ '^https?://[!-~]+$' and char_length(callback) <= 1000),
  callback_host text not null check (char_length(callback_host) <= 255),
  network text check (char_length(network) <= 64),
  sealed_secret text check (char_length(sealed_secret) <= 500),
  lease_seconds integer not null check (lease_seconds between 3600 and 2592000),
  topic_digest text not null check (char_length(topic_digest) <= 64),
  requested_at timestamptz not null default clock_timestamp(),
  -- The time when the callback was asked, which happens once.
  asked_at timestamptz
);
comment on table private.websub_requests is $${"purge": "requested_at < now() - interval '1 day'", "backup": false}$$;
create index websub_requests_of_host on private.websub_requests (callback_host, requested_at);
create index websub_requests_of_network on private.websub_requests (network, requested_at);
create index websub_requests_newest on private.websub_requests (requested_at);
revoke all on private.websub_requests from public, anon, authenticated, service_role;

/* Returns why there can be no further subscription of this callback to this topic; null when there can. */
create function private.websub_limit_reached(p_topic text, p_callback text, p_host text, p_network text) returns text
language sql stable set search_path = ''
return case
  when exists (select from private.websub_subscriptions where topic = p_topic and callback = p_callback) then null
  when (select count(*) from private.websub_subscriptions where callback_host = p_host) >= 300 then 'host_full'
  when (select count(*) from private.websub_subscriptions where network = p_network) >= 500 then 'host_full'
  when (select count(*) from private.websub_subscriptions where topic = p_topic) >= 2000 then 'full'
  when (select count(*) from private.websub_subscriptions) >= 10000 then 'full'
end;

/* Takes a request of a stranger. Returns {id}, or {refused}: host_busy and busy for too many questions within the hour, host_full and full
   for too many subscriptions, none where nothing is to be ended. */
create function private.take_websub_request(
  p_mode text, p_topic text, p_callback text, p_host text, p_sealed_secret text, p_lease_seconds integer, p_topic_digest text
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  refused text;
  request_id uuid;
begin
  -- One at a time, so that many at once do not pass each other.
  perform pg_advisory_xact_lock(hashtextextended('websub requests', 0));
  if p_mode = 'unsubscribe' then
    if not exists (select from private.websub_subscriptions where topic = p_topic and callback = p_callback) then
      return '{"refused": "none"}';
    end if;
  else
    refused := private.websub_limit_reached(p_topic, p_callback, p_host, null);
  end if;
  refused := coalesce(refused, case
    when (select count(*) from private.websub_requests
      where callback_host = p_host and requested_at > now() - interval '1 hour') >= 120 then 'host_busy'
    when (select count(*) from private.websub_requests where requested_at > now() - interval '1 hour') >= 3000 then 'busy' end);
  if refused is not null then
    return jsonb_build_object('refused', refused);
  end if;
  insert into private.websub_requests (mode, topic, callback, callback_host, sealed_secret, lease_seconds, topic_digest)
  values (p_mode, p_topic, p_callback, p_host, p_sealed_secret, p_lease_seconds, p_topic_digest) returning id into request_id;
  return jsonb_build_object('id', request_id);
end
$$;

/* Begins the one question to a callback, whose host has this address now. False when it was asked already, a later request for the
   same replaces it, or this network was asked too often within the hour: names are free, addresses are not. */
create function private.begin_websub_question(p_id uuid, p_network text) returns boolean
language plpgsql set search_path = ''
as $$
declare
  request private.websub_requests;
begin
  perform pg_advisory_xact_lock(hashtextextended('websub requests', 0));
  update private.websub_requests set asked_at = now(), network = p_network where id = p_id and asked_at is null returning * into request;
  return found
    and not exists (
      select from private.websub_requests as later
      where later.topic = request.topic and later.callback = request.callback and later.requested_at > request.requested_at)
    and (select count(*) from private.websub_requests
      where network = p_network and requested_at > now() - interval '1 hour' and id <> p_id) < 120;
end
$$;

/* Does what the callback has confirmed. False where there are too many subscriptions by now. */
create function private.settle_websub_request(p_id uuid) returns boolean
language plpgsql set search_path = ''
as $$
declare
  request private.websub_requests;
begin
  perform pg_advisory_xact_lock(hashtextextended('websub requests', 0));
  select * into request from private.websub_requests where id = p_id;
  if request.mode = 'unsubscribe' then
    delete from private.websub_subscriptions where topic = request.topic and callback = request.callback;
  elsif private.websub_limit_reached(request.topic, request.callback, request.callback_host, request.network) is not null then
    return false;
  else
    insert into private.websub_subscriptions as subscription (topic, callback, callback_host, network, sealed_secret, expires_at, sent_digest)
    values (request.topic, request.callback, request.callback_host, request.network, request.sealed_secret,
      now() + make_interval(secs => request.lease_seconds), request.topic_digest)
    on conflict (topic, callback) do update set network = excluded.network, sealed_secret = excluded.sealed_secret,
      expires_at = excluded.expires_at, failures = 0, failing_since = null, resumes_at = now();
  end if;
  return true;
end
$$;

-- Addresses of articles that readers get otherwise than before, or no longer, until they were told to search engines. Only the newest
-- ten thousand are kept.
create table private.changed_addresses (
  language text not null references private.languages (code),
  slug text not null,
  changed_at timestamptz not null default now(),
  primary key (language, slug)
);
create index changed_addresses_oldest on private.changed_addresses (changed_at);
revoke all on private.changed_addresses from public, anon, authenticated, service_role;

-- The key by which search engines know that this site speaks for itself, and when the next attempt may be.
create table private.indexnow (
  is_only boolean primary key default true check (is_only),
  key text not null check (key ~ '^[0-9a-f]{32}$'),
  failures integer not null default 0,
  resumes_at timestamptz not null default now()
);
revoke all on private.indexnow from public, anon, authenticated, service_role;

/* Notes the address of a published article in a language that readers are offered. Nothing is noted before there is a key, which is made
   where addresses are told at all. */
create function private.note_changed_address(article public.articles) returns void
language sql set search_path = ''
as $$
  insert into private.changed_addresses (language, slug)
  select article.language, article.slug
  where exists (select from private.indexnow) and not private.is_importing() and article.language = any(private.offered_languages())
  on conflict (language, slug) do update set changed_at = excluded.changed_at
$$;
