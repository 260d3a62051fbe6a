-- All that the social web is told: triggers note which articles changed, in the transaction of the change; a job compares them with what was sent,
-- makes an activity of each difference, and delivers it to every server on which somebody follows. server/features/social sends it.

-- Articles to look at.
create table private.social_changes (
  article_id uuid primary key,
  -- Readers have it for the first time, or again.
  is_new boolean not null,
  changed_at timestamptz not null default now()
);

-- All that others have of an article. An object that was deleted never comes back, so an article that is published again is another one. Without a
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
-- Purged: With what could not be delivered in a week. Answers to strangers, who cause any number of them, go when they were delivered.
comment on table private.social_activities is $${"purge": [
  "made_at < now() - interval '8 days' or kind in ('Accept', 'Reject') and made_at < now() - interval '1 hour'",
  "and not exists (select from private.social_deliveries where activity_id = social_activities.id)"]}$$;
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
  -- The time when it was given up, with everybody who followed from there.
  left_at timestamptz
);

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

/* An article that is imported or restored was published long ago. */
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

/* All that others have is compared again when a language is switched off, and when the social web was off for a while. */
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
