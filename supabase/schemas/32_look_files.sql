-- Logos and icons, as they were made from what was uploaded, under a name that is the hash of their content. They are small: in the
-- database they are in every backup, and every process has them at once. Only the server reads and writes them.
create table private.look_files (
  name text primary key check (name ~ '^look/[0-9a-f]{32}\.(svg|png|webp)$'),
  content bytea not null check (octet_length(content) between 1 and 1048576),
  -- Put off while a setting names it, and then as long as mails with it may be read.
  remove_after timestamptz not null default now() + interval '7 days'
);
comment on table private.look_files is '{"purge": "remove_after < now() and not private.is_look_file_used(name)"}';
revoke all on private.look_files from public, anon, authenticated, service_role;
create index look_files_by_removal on private.look_files (remove_after);

/* Tells whether the look is made of this file. */
create function private.is_look_file_used(file text) returns boolean
language sql stable set search_path = ''
return exists (
  select from public.settings
  where (key = 'logo' and file in (value ->> 'light', value ->> 'dark')) or (key = 'icon' and value ->> 'file' = file));
revoke all on function private.is_look_file_used(text) from public;

/* Refuses a logo or an icon that is not stored here, of which readers would get a broken picture. One that is stored is kept for a week
   more, so that it is not removed as unused while this is not committed. */
create function private.keep_look_files() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  named constant text[] := array_remove(array[new.value ->> 'light', new.value ->> 'dark', new.value ->> 'file'], null);
  missing text;
begin
  update private.look_files set remove_after = greatest(remove_after, now() + interval '7 days') where name = any (named);
  select min(file) into missing from unnest(named) as file where not exists (select from private.look_files where name = file);
  if missing is not null then
    raise exception using errcode = '23514', constraint = 'settings_look_files_check',
      message = format('No picture “%s” is stored here. Upload it first, or name a file beside the set-up file (settings_look_files_check).', left(missing, 150));
  end if;
  return null;
end
$$;
create trigger keep_look_files after insert or update of value on public.settings
  for each row when (new.key in ('logo', 'icon')) execute function private.keep_look_files();
