-- Buckets and the files in them, in the shape that hosted Supabase gives them as far as policies and this service read it.

create schema storage;
create table storage.buckets (
  id text primary key check (length(id) between 1 and 100),
  name text not null unique,
  owner uuid,
  owner_id text,
  public boolean not null default false,
  file_size_limit bigint check (file_size_limit > 0),
  allowed_mime_types text[],
  created_at timestamptz default now(),
  updated_at timestamptz default now()
);

create table storage.objects (
  id uuid primary key default gen_random_uuid(),
  bucket_id text not null references storage.buckets (id),
  name text not null check (length(name) between 1 and 1024),
  owner uuid,
  owner_id text,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  last_accessed_at timestamptz default now(),
  metadata jsonb,
  path_tokens text[] generated always as (string_to_array(name, '/')) stored,
  -- Names the file that holds the bytes. A file never changes: new bytes are a new version.
  version text not null unique,
  user_metadata jsonb
);
-- Parts of uploads that no import needs any more are deleted.
comment on table storage.objects is $${"purge": [
  "bucket_id = 'imports' and not exists (select from private.imports where id::text = split_part(objects.name, '/', 1)",
  "and (state in ('uploading', 'reading', 'importing') or active_at > now() - interval '14 days' and state in ('planned', 'failed')))"]}$$;

create unique index bucketid_objname on storage.objects (bucket_id, name collate "C");

/* Parts of a name, as policies use them. */
create function storage.foldername(name text) returns text[]
language sql immutable
return (string_to_array(name, '/'))[1 : array_length(string_to_array(name, '/'), 1) - 1];

create function storage.filename(name text) returns text
language sql immutable
return (string_to_array(name, '/'))[array_length(string_to_array(name, '/'), 1)];

create function storage.extension(name text) returns text
language sql immutable
return substring(storage.filename(name) from '[^.]*$');

/*
 * Files that no object has: not yet, because an upload is under way, or not any more. They are removed after a time, so that
 * neither a crash nor a deleted row leaves a file behind.
 */
create table storage.unused_files (
  file text primary key,
  remove_after timestamptz not null
);
comment on table storage.unused_files is '{"backup": false}';

create index unused_files_remove_after_idx on storage.unused_files (remove_after);

/* Security definer, because roles that write objects may not write the list of files. */
create function storage.note_unused_file() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op <> 'INSERT' and (tg_op = 'DELETE' or new.version <> old.version) then
    insert into storage.unused_files (file, remove_after) values (old.version, now())
    on conflict (file) do update set remove_after = excluded.remove_after;
  end if;
  if tg_op <> 'DELETE' then
    delete from storage.unused_files where file = new.version;
  end if;
  return null;
end;
$$;

create trigger note_unused_file after insert or update of version or delete on storage.objects
for each row execute function storage.note_unused_file();

create function storage.update_updated_at_column() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.updated_at = now();
  return new;
end;
$$;

create trigger update_objects_updated_at before update on storage.objects
for each row execute function storage.update_updated_at_column();

alter table storage.buckets enable row level security;
alter table storage.objects enable row level security;
alter table storage.unused_files enable row level security;
create policy "the service role does everything" on storage.buckets to service_role using (true) with check (true);
create policy "the service role does everything" on storage.objects to service_role using (true) with check (true);
create policy "the service role does everything" on storage.unused_files to service_role using (true) with check (true);

-- The policies decide; without one for a role, it sees and changes nothing.
grant usage on schema storage to anon, authenticated, service_role, access_token;
revoke all on all tables in schema storage from anon, authenticated, service_role;
grant select on storage.buckets to anon, authenticated, service_role, access_token;
grant select, insert, update, delete on storage.objects to anon, authenticated, service_role;
grant select, insert, update on storage.objects to access_token;
revoke execute on function storage.note_unused_file(), storage.update_updated_at_column() from public;
grant execute on function storage.foldername(text), storage.filename(text), storage.extension(text)
  to anon, authenticated, service_role;
