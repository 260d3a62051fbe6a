-- The release whose schema this database has. A start compares it with its own before it changes anything; there is one row.

create table private.schema_release (
  is_only boolean primary key default true check (is_only),
  release text not null,
  -- Of the text of the schema, so that other texts of the same release are told apart.
  hash text not null,
  -- The version that made the database, or brought it to this release.
  made_by text not null,
  made_at timestamptz not null default now(),
  -- The time when a command made the last backup; private.backups has those of the desk and of the schedule.
  backed_up_at timestamptz
);
comment on table private.schema_release is '{"backup": false}';
revoke all on private.schema_release from public, anon, authenticated, service_role;
