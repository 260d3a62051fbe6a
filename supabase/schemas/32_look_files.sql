-- Logos and icons, as they were made from what was uploaded, under a name that is the hash of their content. They are small: in the
-- database they are in every backup, and every process has them at once. Only the server reads and writes them.
create table private.look_files (
  name text primary key check (name ~ '^look/[0-9a-f]{32}\.(svg|png|webp)$'),
  content bytea not null check (octet_length(content) between 1 and 1048576),
  -- Put off while a setting names it, and then as long as mails with it may be read.
  remove_after timestamptz not null default now() + interval '7 days'
);
alter table private.look_files enable row level security;
revoke all on private.look_files from public, anon, authenticated, service_role;
create index look_files_by_removal on private.look_files (remove_after);

/* Whether the look is made of this file. */
create function private.is_look_file_used(file text) returns boolean
language sql stable set search_path = ''
return exists (
  select from public.settings
  where (key = 'logo' and file in (value ->> 'light', value ->> 'dark')) or (key = 'icon' and value ->> 'file' = file));
revoke all on function private.is_look_file_used(text) from public;
