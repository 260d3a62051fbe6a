-- The mails of a publication without a mail server, readable by administrators.
create table public.outbox_mails (
  id bigint generated always as identity primary key,
  created_at timestamptz not null default now(),
  message_id text not null unique,
  sender text not null,
  recipient text not null,
  subject text not null,
  body_text text not null,
  body_html text not null,
  headers jsonb not null default '{}'
);
-- Purged: A stored mail is shown by its delivery, and goes with it.
comment on table public.outbox_mails is $${"purge": "created_at < now() - interval '30 days'"}$$;
grant select, delete on public.outbox_mails to authenticated;
grant all on public.outbox_mails to service_role;
create policy "administrators read the outbox" on public.outbox_mails
  for select to authenticated using ((select private.is_admin()));
create policy "administrators empty the outbox" on public.outbox_mails
  for delete to authenticated using ((select private.is_admin()));

/* The mailbox behind an address: without a tag after a plus, and without the dots that Gmail ignores. Used to limit
   mails to one mailbox, which can have any number of spellings. Mail goes to the address as it was given, because some
   servers have a mailbox for each spelling. */
create function private.mailbox_of(p_address text) returns text
language sql immutable strict set search_path = ''
return (
  select case when domain in ('gmail.com', 'googlemail.com') then replace(name, '.', '') || '@gmail.com' else name || '@' || domain end
  from (
    select coalesce(nullif(split_part(local, '+', 1), ''), local) as name, domain
    from (select split_part(lower(p_address), '@', 1) as local, split_part(lower(p_address), '@', 2) as domain) as parts
  ) as mailbox);

-- Every mail is sent by the job queue. Administrators see what became of it.
create table public.mail_deliveries (
  -- The job's own id: one job is one mail.
  id uuid primary key,
  kind text not null,
  recipient text not null,
  subject text not null,
  status text not null check (status in ('queued', 'sending', 'sent', 'failed', 'uncertain')),
  attempts integer not null default 0,
  last_error text,
  message_id text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  sent_at timestamptz,
  -- The transport to which it was last given; mail that was given to the outbox has not left. Null while it waits.
  transport text check (transport ~ '^[a-z][a-z0-9-]{0,29}$'),
  constraint sent_when check ((status = 'sent') = (sent_at is not null))
);
comment on table public.mail_deliveries is $${"live": true, "purge": "created_at < now() - interval '30 days' and status not in ('queued', 'sending')"}$$;
-- The latest mails to an address, and mails that need attention.
create index mail_deliveries_recipient on public.mail_deliveries (lower(recipient), kind, created_at);
create index mail_deliveries_troubled on public.mail_deliveries (created_at desc) where status in ('failed', 'uncertain');
create index mail_deliveries_open on public.mail_deliveries (updated_at) where status in ('queued', 'sending');
create index mail_deliveries_age on public.mail_deliveries (created_at);
create index mail_deliveries_mailbox on public.mail_deliveries (private.mailbox_of(recipient), kind, created_at);
grant select on public.mail_deliveries to authenticated;
revoke all on public.mail_deliveries from service_role;
grant select on public.mail_deliveries to service_role;
create policy "administrators read mail deliveries" on public.mail_deliveries
  for select to authenticated using ((select private.is_admin()));

-- The process that works on each job, so that the jobs of a killed process are found at its next start.
create table private.job_runs (
  job_id uuid primary key,
  name text not null,
  try integer not null,
  instance uuid not null,
  started_at timestamptz not null default now()
);
comment on table private.job_runs is $${"purge": "started_at < now() - interval '1 day'", "backup": false}$$;
create index job_runs_instance on private.job_runs (instance);
