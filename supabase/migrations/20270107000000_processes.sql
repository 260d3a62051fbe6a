-- The processes that take part in a site, and what is known of newer versions, are shown to administrators.
-- The processes that take part in this site, on whatever machine. Unlogged: each gives a sign of life every few seconds, which is worth
-- no flush to the disk, and a process that does not find its row writes it again.
create unlogged table private.processes (
  id uuid primary key,
  host text not null check (char_length(host) <= 255),
  -- Its data folder.
  folder text not null check (char_length(folder) <= 1000),
  pid integer not null,
  role text not null check (role in ('everything', 'serving', 'jobs')),
  version text not null check (char_length(version) <= 60),
  -- All by the clock of the database.
  started_at timestamptz not null,
  seen_at timestamptz not null default now(),
  memory_bytes bigint not null,
  -- Of the disk of its data folder.
  disk_free_bytes bigint,
  disk_bytes bigint,
  -- What it has seen lately: {faults, slow, errors, limits}. Nothing in it is of a person.
  report jsonb not null default '{}' check (octet_length(report::text) <= 65536)
);
alter table private.processes enable row level security;
revoke all on private.processes from public, anon, authenticated, service_role;

-- The last question for a newer version, where the operator allows it; the only row.
create table private.update_checks (
  is_only boolean primary key default true check (is_only),
  asked_at timestamptz not null default now(),
  version text check (char_length(version) <= 60),
  changelog text check (char_length(changelog) <= 500),
  -- Why there was no answer.
  problem text check (char_length(problem) <= 500)
);
alter table private.update_checks enable row level security;
revoke all on private.update_checks from public, anon, authenticated, service_role;
select private.admit_service_role();
