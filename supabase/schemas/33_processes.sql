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
  -- The faults that it has seen lately: {faults, slow, errors, limits}. Nothing in it is of a person.
  report jsonb not null default '{}' check (octet_length(report::text) <= 65536)
);
revoke all on private.processes from public, anon, authenticated, service_role;

/* Tells whether a disk that the site writes to has less than its reserve, DISK_RESERVE_BYTES in server/platform/disk/files.ts. */
create function private.is_disk_low() returns boolean
language sql stable security definer set search_path = ''
return exists (
  select from private.processes where seen_at > now() - interval '35 seconds' and disk_free_bytes < 250000000);

/* Refuses what grows by a request, by an import or by a file while a disk is low: the rest is for what is under way, for signing in, for
   deleting, and for PostgreSQL itself. */
create function private.require_disk() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if (auth.role() is not null or private.is_importing() or tg_table_name = 'objects') and private.is_disk_low() then
    raise exception using errcode = '53100', message = 'Less than 250 MB are free on a disk of the server.';
  end if;
  return null;
end
$$;
create trigger require_disk before insert or update of title, subtitle, excerpt, content on public.articles
  for each statement execute function private.require_disk();
create trigger require_disk before insert or update on public.working_copies
  for each statement execute function private.require_disk();
create trigger require_disk before insert or update of version on storage.objects
  for each statement execute function private.require_disk();
create trigger count_row after insert or update of version on storage.objects
  for each row execute function private.count_row();
create trigger count_row after insert on public.authors
  for each row execute function private.count_row();

-- The last question for a newer version, where the operator allows it; the only row.
create table private.update_checks (
  is_only boolean primary key default true check (is_only),
  asked_at timestamptz not null default now(),
  version text check (char_length(version) <= 60),
  changelog text check (char_length(changelog) <= 500),
  -- The reason why there was no answer.
  problem text check (char_length(problem) <= 500)
);
revoke all on private.update_checks from public, anon, authenticated, service_role;
