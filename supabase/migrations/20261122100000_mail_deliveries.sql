-- Every mail leaves by the queue, and what became of it is kept where administrators see it.

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
  constraint sent_when check ((status = 'sent') = (sent_at is not null))
);

-- What one address was mailed lately, and what needs somebody's eye.
create index mail_deliveries_recipient on public.mail_deliveries (lower(recipient), kind, created_at);
create index mail_deliveries_troubled on public.mail_deliveries (created_at desc) where status in ('failed', 'uncertain');
create index mail_deliveries_open on public.mail_deliveries (updated_at) where status in ('queued', 'sending');
create index mail_deliveries_age on public.mail_deliveries (created_at);

alter table public.mail_deliveries enable row level security;
grant select on public.mail_deliveries to authenticated;
revoke all on public.mail_deliveries from service_role;
grant select on public.mail_deliveries to service_role;

create policy "administrators read mail deliveries" on public.mail_deliveries
  for select to authenticated using ((select private.is_admin()));

-- Who works on which job, so that what a killed process left is known again at its next start.
create table private.job_runs (
  job_id uuid primary key,
  name text not null,
  try integer not null,
  instance uuid not null,
  started_at timestamptz not null default now()
);

create index job_runs_instance on private.job_runs (instance);
alter table private.job_runs enable row level security;
