-- Backups that this site makes, and when it makes one by itself. A restored site begins anew with the list: what it names belongs to
-- the site of the backup.

-- One row once an administrator has decided.
create table private.backup_schedule (
  is_only boolean primary key default true check (is_only),
  -- In the zone of the newsletter; null when another program makes the backups.
  daily_at text check (daily_at ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  since timestamptz not null default now()
);

create table private.backups (
  id uuid primary key default gen_random_uuid(),
  -- The day for which the schedule has asked for it; null when a person did.
  day date unique,
  requested_at timestamptz not null default now(),
  requested_by uuid,
  status text not null default 'waiting' check (status in ('waiting', 'running', 'done', 'failed')),
  tries integer not null default 0,
  -- Its progress, and the time when its process last said so.
  step text check (step in ('writing', 'checking', 'storing')),
  step_bytes bigint,
  step_total bigint,
  active_at timestamptz not null default now(),
  ended_at timestamptz,
  error text check (char_length(error) <= 1000),
  -- The file: where it is in words, on which machine if it is in a folder, and its name there. place_id tells places apart: a folder
  -- may be reached by several machines.
  place text,
  place_id text,
  host text,
  file text unique,
  bytes bigint,
  made_at timestamptz,
  encrypted boolean,
  verified_at timestamptz,
  removed_at timestamptz,
  constraint a_file_when_done check (
    status <> 'done' or place is not null and place_id is not null and file is not null and bytes is not null
      and made_at is not null and encrypted is not null)
);
comment on table private.backups is '{"backup": false}';
create unique index one_backup_at_a_time on private.backups ((true)) where status in ('waiting', 'running');
create index backups_done on private.backups (made_at) where status = 'done';

-- The time from a first failure until the next good backup. Administrators are mailed once in it, and again after a week.
create table private.backup_troubles (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('failed', 'missing')),
  reason text not null check (char_length(reason) <= 1000),
  began_at timestamptz not null default now(),
  mailed_at timestamptz not null default now(),
  ended_at timestamptz
);
comment on table private.backup_troubles is '{"backup": false}';
create unique index one_trouble_at_a_time on private.backup_troubles ((true)) where ended_at is null;

-- Downloads that an administrator may begin, within a minute, once: of a backup, or of an export, which is made as it is downloaded.
create table private.backup_downloads (
  token_hash text primary key,
  -- Null for an export.
  backup_id uuid references private.backups on delete cascade,
  user_id uuid not null references auth.users on delete cascade,
  expires_at timestamptz not null,
  with_subscribers boolean not null default false
);
comment on table private.backup_downloads is '{"backup": false}';
create index backup_downloads_of_backups on private.backup_downloads (backup_id);
create index backup_downloads_of_users on private.backup_downloads (user_id);

revoke all on private.backup_schedule, private.backups, private.backup_troubles, private.backup_downloads
  from public, anon, authenticated, service_role;

/* Returns what is known of backups, for core/domain/backup.ts: {decided, daily_at, since, last_good, under_way, trouble}. A restored site
   promises nothing before an administrator has let it go on. */
create function private.backup_state() returns jsonb
language sql stable set search_path = ''
return (
  select jsonb_build_object(
    'decided', exists (select from private.backup_schedule),
    'daily_at', (select daily_at from private.backup_schedule),
    'since', greatest((select since from private.backup_schedule), (select max(coalesce(confirmed_at, now())) from private.restorations)),
    'last_good', (select max(made_at) from private.backups where status = 'done'),
    'under_way', exists (
      select from private.backups where status in ('waiting', 'running') and active_at > now() - interval '10 minutes'),
    'trouble', (
      select jsonb_build_object('kind', kind, 'reason', reason, 'began_at', began_at)
      from private.backup_troubles where ended_at is null)));
revoke all on function private.backup_state() from public;
