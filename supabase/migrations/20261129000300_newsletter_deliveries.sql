-- Who is sent an issue is written down before anything leaves, and each row says honestly what is known of its message.

create table public.newsletter_deliveries (
  id bigint generated always as identity primary key,
  issue_id uuid not null references public.newsletter_issues (id) on delete cascade,
  -- Null once the subscriber is deleted, and then the address is, too.
  subscriber_id uuid references public.newsletter_subscribers (id) on delete set null,
  email text,
  -- Of the edition that they get.
  language text not null check (language in ('en', 'es', 'fr', 'de', 'it', 'pt')),
  status text not null default 'pending'
    check (status in ('pending', 'sending', 'sent', 'failed', 'uncertain', 'skipped')),
  -- The local part of the Message-ID, the same for every attempt.
  message_id uuid not null default gen_random_uuid(),
  attempts integer not null default 0,
  batch_id uuid,
  -- Not before then, after a temporary failure.
  due_at timestamptz,
  settled_at timestamptz,
  reason text check (char_length(reason) <= 300),
  unique (issue_id, subscriber_id)
);

create index newsletter_deliveries_by_status on public.newsletter_deliveries (issue_id, status, id);
create index newsletter_deliveries_of_batch on public.newsletter_deliveries (batch_id) where status = 'sending';
create index newsletter_deliveries_of_subscriber on public.newsletter_deliveries (subscriber_id);
create index newsletter_deliveries_of_message on public.newsletter_deliveries (message_id);

alter table public.newsletter_deliveries enable row level security;
grant select on public.newsletter_deliveries to authenticated;
grant all on public.newsletter_deliveries to service_role;
create policy "administrators read deliveries" on public.newsletter_deliveries
  for select to authenticated using ((select private.is_admin()));

-- Rows that one process has claimed together. While it lives it says so; of a batch that is silent nobody knows what left.
create table private.newsletter_batches (
  id uuid primary key default gen_random_uuid(),
  issue_id uuid not null references public.newsletter_issues (id) on delete cascade,
  transport text not null check (transport in ('outbox', 'smtp', 'resend')),
  claimed_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  -- A request that can be repeated byte by byte without sending twice; null for transports that cannot.
  request text,
  idempotency_key text unique,
  requested_at timestamptz
);

create index newsletter_batches_of_issue on private.newsletter_batches (issue_id);
create index newsletter_batches_silent on private.newsletter_batches (seen_at);
alter table private.newsletter_batches enable row level security;

-- How many messages left in the present second and hour, for all processes together.
create table private.newsletter_rates (
  transport text not null,
  seconds integer not null check (seconds in (1, 3600)),
  window_start timestamptz not null,
  messages integer not null,
  primary key (transport, seconds)
);

alter table private.newsletter_rates enable row level security;

/* Somebody who is deleted takes their address out of the ledger, and is sent nothing more; the rows stay, for the sums. */
create function private.forget_recipient() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.newsletter_deliveries
    set email = null,
      status = case when status = 'pending' then 'skipped' else status end,
      reason = case when status = 'pending' then 'deleted' else reason end,
      settled_at = case when status = 'pending' then now() else settled_at end
    where subscriber_id = old.id;
  return old;
end
$$;

create trigger forget_recipient before delete on public.newsletter_subscribers
  for each row execute function private.forget_recipient();
