-- Webhooks: other programs are told what happened. 81_webhook_events.sql says what; server/features/webhooks sends it.
create table public.webhooks (
  id uuid primary key default gen_random_uuid(),
  -- Written as URL of JavaScript writes it, so that it has neither spaces nor control characters. The path may be a secret of the receiver.
  url text not null check (url ~ '^https?://[!-~]+$' and char_length(url) <= 1000),
  events jsonb not null check (jsonb_typeof(events) = 'array' and jsonb_array_length(events) > 0 and events <@ '[
    "article.published", "article.updated", "article.unpublished", "article.corrected",
    "translation.waiting", "translation.published", "translation.failed",
    "newsletter.approved", "newsletter.sent", "newsletter.paused",
    "subscriber.confirmed", "subscriber.left"]'),
  enabled boolean not null default true,
  created_at timestamptz not null default now(),
  -- Since when every attempt has failed, and how many did; a delivery that is taken ends that.
  failing_since timestamptz,
  failures integer not null default 0 check (failures >= 0),
  -- Before this time nothing is tried, because the last attempt failed.
  resumes_at timestamptz not null default now(),
  -- The time when the site has switched it off by itself.
  switched_off_at timestamptz,
  -- The last attempt: its problem is null when it was taken.
  attempted_at timestamptz,
  problem text check (char_length(problem) <= 40),
  http_status integer,
  constraint webhooks_failing_check check ((failing_since is null) = (failures = 0)),
  constraint webhooks_switched_off_check check (switched_off_at is null or not enabled)
);
comment on table public.webhooks is '{"live": true}';
revoke all on public.webhooks from anon, authenticated;
grant select, delete on public.webhooks to authenticated;
grant all on public.webhooks to service_role;
create policy "administrators read webhooks" on public.webhooks
  for select to authenticated using ((select private.is_admin()));
create policy "administrators delete webhooks" on public.webhooks
  for delete to authenticated using ((select private.is_admin()));

-- All that is sent to a webhook, and what became of it. A row is added in the transaction of what happened, so that there is neither one
-- without the other. Ended ones stay for thirty days, at most a thousand for each webhook.
create table public.webhook_deliveries (
  -- The id by which receivers know it, however often it is sent.
  id uuid primary key default gen_random_uuid(),
  webhook_id uuid not null references public.webhooks (id) on delete cascade,
  event text not null check (char_length(event) <= 40),
  happened_at timestamptz not null default clock_timestamp(),
  -- Of the body, without the address, which only the server knows. No draft, and nothing of a subscriber but id and language.
  data jsonb not null check (octet_length(data::text) <= 16384),
  status text not null default 'waiting' check (status in ('waiting', 'delivered', 'failed')),
  attempts integer not null default 0,
  -- The next attempt, and the first one: it is tried for a day.
  due_at timestamptz not null default now(),
  tried_since timestamptz,
  -- The last attempt: when, what was wrong with it, and what was answered.
  attempted_at timestamptz,
  problem text check (char_length(problem) <= 40),
  http_status integer,
  answer text check (char_length(answer) <= 500)
);
comment on table public.webhook_deliveries is $${"purge": [
  "status <> 'waiting' and (happened_at < now() - interval '30 days' or id in (",
  "select id from (",
  "select id, row_number() over (partition by webhook_id order by happened_at desc, id) as place",
  "from public.webhook_deliveries where status <> 'waiting') as ended",
  "where place > 1000))"]}$$;
create index webhook_deliveries_waiting on public.webhook_deliveries (webhook_id, due_at) where status = 'waiting';
create index webhook_deliveries_log on public.webhook_deliveries (webhook_id, happened_at desc, id);
revoke all on public.webhook_deliveries from anon, authenticated;
grant select on public.webhook_deliveries to authenticated;
grant all on public.webhook_deliveries to service_role;
create policy "administrators read webhook deliveries" on public.webhook_deliveries
  for select to authenticated using ((select private.is_admin()));

/* Wakes the processes that send. */
create function private.announce_webhook_deliveries() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform pg_notify('webhook_deliveries', '');
  return null;
end
$$;
create trigger announce_webhook_deliveries after insert on public.webhook_deliveries
  for each statement execute function private.announce_webhook_deliveries();

-- The secrets with which deliveries are signed, encrypted by the server. After a new one was made, the previous one signs as well for a
-- day, so that receivers can change theirs.
create table private.webhook_secrets (
  webhook_id uuid primary key references public.webhooks (id) on delete cascade,
  sealed text not null,
  previous_sealed text,
  previous_until timestamptz,
  constraint webhook_secrets_previous_check check ((previous_sealed is null) = (previous_until is null))
);
revoke all on private.webhook_secrets from public, anon, authenticated, service_role;

-- The job that sends to a webhook, so that one at a time does. One that does not renew its turn has ended.
create table private.webhook_turns (
  webhook_id uuid primary key references public.webhooks (id) on delete cascade,
  job_id uuid not null,
  ends_at timestamptz not null
);
comment on table private.webhook_turns is '{"backup": false}';
revoke all on private.webhook_turns from public, anon, authenticated, service_role;

/* All that waits for a webhook that is switched off is not sent. It can be sent again from the log. */
create function private.end_webhook_deliveries() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.webhook_deliveries set status = 'failed', problem = 'off' where webhook_id = new.id and status = 'waiting';
  return null;
end
$$;
create trigger end_webhook_deliveries after update of enabled on public.webhooks
  for each row when (old.enabled and not new.enabled) execute function private.end_webhook_deliveries();

create trigger record_webhook after insert or delete or update of url, events, enabled on public.webhooks
  for each row execute function private.audit_row();
