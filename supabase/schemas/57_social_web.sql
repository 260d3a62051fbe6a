-- The social web (ActivityPub): each offered language is an actor. Its keys, who follows it, what others do with its articles, and whom it does
-- not hear. What is sent is in 58_social_deliveries.sql. Only the server reads and writes these tables.

/* Tells whether the publication is on the social web. */
create function private.is_on_social_web() returns boolean
language sql stable security definer set search_path = ''
return exists (select from public.settings where key = 'social_web' and value = 'true');

/* Tells whether it is an address of something on another server, as URL of JavaScript writes it. */
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
  -- Written as in @mara@social.example, and what they call themselves.
  handle text not null check (char_length(handle) <= 400),
  name text not null check (char_length(name) <= 100),
  -- The request to follow, by which it is taken back.
  follow_id text check (private.is_remote_address(follow_id)),
  since timestamptz not null default now(),
  primary key (language, actor)
);
create index social_followers_of_host on private.social_followers (host, language);
create index social_followers_of_actor on private.social_followers (actor);

-- All that others do with an article. Replies are for the desk alone.
create table private.social_reactions (
  id uuid primary key default gen_random_uuid(),
  article_id uuid not null references public.articles (id) on delete cascade,
  kind text not null check (kind in ('like', 'announce', 'reply')),
  actor text not null check (private.is_remote_address(actor)),
  host text not null check (char_length(host) <= 260),
  -- Of the activity, or of the reply itself.
  uri text not null check (private.is_remote_address(uri)),
  -- The text of a reply, as plain text.
  body text not null default '' check (char_length(body) <= 2000),
  -- The words of its author before it is opened; empty for one that is only marked as sensitive.
  warning text check (char_length(warning) <= 500),
  -- The files attached to it, with the words for those who do not see it: [{kind, alt}].
  attachments jsonb not null default '[]' check (octet_length(attachments::text) <= 65536),
  received_at timestamptz not null default now(),
  changed_at timestamptz,
  unique (actor, uri),
  constraint social_replies_alone_say_something check (kind = 'reply' or (body = '' and warning is null and attachments = '[]'))
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

/* Tells whether a person, the host of that person, or a domain of that host is blocked. */
create function private.is_socially_blocked(p_actor text, p_host text) returns boolean
language sql stable security definer set search_path = ''
return exists (
  select from private.social_blocks
  where kind = 'actor' and value = p_actor
    or kind = 'domain' and (value = p_host or right(p_host, char_length(value) + 1) = '.' || value));

/* Anybody who is blocked follows no more, nothing of theirs stays, and what waits for a blocked domain is not sent. */
create function private.end_blocked_follows() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.social_followers as follower using added
  where added.kind = 'actor' and added.value = follower.actor
    or added.kind = 'domain' and right('.' || follower.host, char_length(added.value) + 1) = '.' || added.value;
  delete from private.social_reactions as reaction using added
  where added.kind = 'actor' and added.value = reaction.actor
    or added.kind = 'domain' and right('.' || reaction.host, char_length(added.value) + 1) = '.' || added.value;
  delete from private.social_deliveries as delivery using added
  where added.kind = 'domain' and right('.' || delivery.host, char_length(added.value) + 1) = '.' || added.value;
  return null;
end
$$;
create trigger end_blocked_follows after insert on private.social_blocks
  referencing new table as added for each statement execute function private.end_blocked_follows();

-- Requests that were taken, by what of them is signed. A request is refused when it is older than an hour, so that a copy of it that arrives
-- later than these rows are kept is refused as well. Unlogged: after a crash a copy of the last hour might count again, and do nothing new.
create unlogged table private.social_received (
  hash bytea primary key,
  received_at timestamptz not null default now()
);
-- Purged: A copy of a request is refused by its date before that.
comment on table private.social_received is $${"purge": "received_at < now() - interval '3 hours'"}$$;

-- Public keys of others, so that not every request makes one.
create table private.remote_keys (
  id text primary key check (private.is_remote_address(id)),
  document jsonb not null check (octet_length(document::text) <= 16384),
  expires_at timestamptz not null default now() + interval '1 day'
);
comment on table private.remote_keys is '{"purge": "expires_at < now()"}';

revoke all on private.social_keys, private.social_followers, private.social_reactions, private.social_blocks, private.social_received, private.remote_keys
  from public, anon, authenticated, service_role;
