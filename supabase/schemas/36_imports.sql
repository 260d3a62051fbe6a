-- Articles that come from another program: each import, and what it brought.

create table private.imports (
  id uuid primary key default gen_random_uuid(),
  -- Of its file or folder, or its address.
  name text not null check (char_length(name) between 1 and 300),
  -- The place from which it is read: parts in the bucket, an address, or, for an import by command, nothing that another process could read.
  kind text not null check (kind in ('parts', 'address', 'command')),
  size bigint check (size between 1 and 2147483648),
  format text check (char_length(format) between 1 and 20),
  -- Tells the ids of one site from those of another; null until it was read.
  source text check (char_length(source) <= 300),
  state text not null default 'uploading' check (
    state in ('uploading', 'reading', 'planned', 'importing', 'done', 'failed', 'undoing', 'undone')),
  created_at timestamptz not null default now(),
  created_by uuid,
  -- The time when somebody or a job last did something with it.
  active_at timestamptz not null default now(),
  stopping boolean not null default false,
  articles integer not null default 0,
  plan jsonb,
  choices jsonb,
  progress jsonb,
  notes jsonb not null default '[]' check (octet_length(notes::text) <= 2097152),
  report jsonb,
  undone jsonb,
  problem text check (char_length(problem) <= 1000),
  -- The name that somebody has given the site, where its source does not say it.
  site_name text check (char_length(site_name) <= 200),
  constraint a_size_of_parts check ((kind = 'parts') = (size is not null))
);
-- Purged: Uploads that nobody went on with; not an import that could still be undone.
comment on table private.imports is $${"purge": [
  "kind <> 'command'",
  "and (state = 'uploading' and active_at < now() - interval '2 days'",
  "or state in ('planned', 'failed') and active_at < now() - interval '14 days')",
  "and not exists (select from private.import_items where imports.id in (created_by, changed_by))"]}$$;
create index imports_newest on private.imports (created_at desc);
create index imports_of_source on private.imports (source, created_at desc) where choices is not null;

-- The origin of each thing, so that another run knows it again. Without a reference to articles: what was deleted here stays away.
create table private.import_items (
  source text not null check (char_length(source) <= 300),
  -- The id that the source gives it.
  source_id text not null check (char_length(source_id) <= 200),
  article_id uuid not null unique,
  -- Of what the source had.
  hash text not null,
  -- The updated_at of the article when it was written; a later one means that somebody has changed it since.
  written_at timestamptz not null,
  -- The import that created it, and the last one that changed it.
  created_by uuid references private.imports (id) on delete set null,
  changed_by uuid references private.imports (id) on delete set null,
  -- The times for which the last import has left the article to be published and unpublished, and the person: people change that without changing the article.
  times jsonb not null default '[null, null]',
  -- By the id of each import that has changed it, how it was before, so that it can be put back: {item, article, beside}, with this row, that of
  -- the article, and those of other tables that belong to it; {putBack: true} when that was done.
  replaced jsonb not null default '{}',
  primary key (source, source_id)
);
create index import_items_created on private.import_items (created_by);
create index import_items_changed on private.import_items (changed_by);

revoke all on private.imports, private.import_items from public, anon, authenticated, service_role;

-- The parts of uploaded exports: administrators store them, jobs read and remove them.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('imports', 'imports', false, 8 * 1024 * 1024, array['application/octet-stream'])
on conflict (id) do update set public = excluded.public, file_size_limit = excluded.file_size_limit,
  allowed_mime_types = excluded.allowed_mime_types;

/* Tells whether this is the name of a part, ID/NUMBER, of an import that waits for it. */
create function private.is_awaited_part(p_name text) returns boolean
language sql stable security definer set search_path = ''
return p_name ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/(0|[1-9][0-9]{0,2})$' and exists (
  select from private.imports
  where id::text = split_part(p_name, '/', 1) and state = 'uploading' and kind = 'parts'
    and split_part(p_name, '/', 2)::integer * 8388608::bigint < size);
revoke all on function private.is_awaited_part(text) from public;
grant execute on function private.is_awaited_part(text) to authenticated, service_role;

create policy "administrators see the parts of imports" on storage.objects
  for select to authenticated using (bucket_id = 'imports' and (select private.is_admin()));
create policy "administrators store the parts of imports" on storage.objects
  for insert to authenticated
  with check (bucket_id = 'imports' and (select private.is_admin()) and private.is_awaited_part(name));
