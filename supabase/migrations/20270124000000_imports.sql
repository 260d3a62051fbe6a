-- Articles can be imported from other programs, by the thousand.

/* Whether the articles of this transaction come from another program, by the thousand. It is one entry of the audit log, and what
   follows from each article is made or announced later: pages, open desks, topics. Webhooks are not told of old articles. */
create function private.is_importing() returns boolean
language sql stable set search_path = ''
return coalesce(current_setting('articles.importing', true), '') = 'on';
grant execute on function private.is_importing() to authenticated, service_role;

drop trigger announce_row_change on public.articles;
create trigger announce_row_change after insert or update or delete on public.articles
  for each row when (not private.is_section_moving() and not private.is_importing()) execute function private.announce_row_change('id');
drop trigger announce_article_change on public.articles;
create trigger announce_article_change after insert or update or delete on public.articles
  for each row when (not private.is_section_moving() and not private.is_importing()) execute function private.announce_article_change();

/* Adds a delivery for every webhook that wants this event. What is imported was published long ago. */
create or replace function private.queue_webhook_event(p_event text, p_data jsonb) returns void
language sql set search_path = ''
as $$
  insert into public.webhook_deliveries (webhook_id, event, data)
  select id, p_event, p_data from public.webhooks where enabled and events ? p_event and not private.is_importing()
$$;

/* Chooses the words of an article that is published or changed, and announces the articles that may show it now. */
create or replace function private.note_topics() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  appears boolean := new.published and (tg_op = 'INSERT' or not old.published);
begin
  if new.original_article_id is not null or not new.published then
    delete from private.article_topics where article_id = new.id;
    if appears and not private.is_importing() then
      perform private.announce_like_articles(new.original_article_id);
    end if;
    return null;
  end if;
  insert into private.article_topics as topics (article_id, language) values (new.id, new.language)
  on conflict (article_id) do update set language = excluded.language,
    chosen_by = case when not private.is_importing() then topics.chosen_by end;
  if private.is_importing() then
    -- The job chooses them, which announces the pages too.
    return null;
  end if;
  perform private.choose_topics(array[new.id]);
  perform private.announce_like_articles(new.id);
  return null;
end
$$;

create table private.imports (
  id uuid primary key default gen_random_uuid(),
  -- Of its file or folder, or its address.
  name text not null check (char_length(name) between 1 and 300),
  -- Where it is read from: parts in the bucket, an address, or, for an import by command, nothing that another process could read.
  kind text not null check (kind in ('parts', 'address', 'command')),
  size bigint check (size between 1 and 2147483648),
  format text check (format in ('ghost', 'wordpress', 'substack', 'markdown', 'feed')),
  -- Tells the ids of one site from those of another; null until it was read.
  source text check (char_length(source) <= 300),
  state text not null default 'uploading' check (
    state in ('uploading', 'reading', 'planned', 'importing', 'done', 'failed', 'undoing', 'undone')),
  created_at timestamptz not null default now(),
  created_by uuid,
  -- When somebody or a job last did something with it.
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
  constraint a_size_of_parts check ((kind = 'parts') = (size is not null))
);
create index imports_newest on private.imports (created_at desc);
create index imports_of_source on private.imports (source, created_at desc) where choices is not null;

-- What came from where, so that another run knows it again. Without a reference to articles: what was deleted here stays away.
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
  primary key (source, source_id)
);
create index import_items_created on private.import_items (created_by);
create index import_items_changed on private.import_items (changed_by);

alter table private.imports enable row level security;
alter table private.import_items enable row level security;
revoke all on private.imports, private.import_items from public, anon, authenticated, service_role;

-- The parts of uploaded exports: administrators store them, jobs read and remove them.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('imports', 'imports', false, 8 * 1024 * 1024, array['application/octet-stream'])
on conflict (id) do update set public = excluded.public, file_size_limit = excluded.file_size_limit,
  allowed_mime_types = excluded.allowed_mime_types;

/* Whether this is the name of a part, ID/NUMBER, of an import that waits for it. */
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

create or replace function private.record_expired_article() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if auth.role() is null and not private.is_act_covered() and not exists (select from public.articles where id = old.article_id) then
    perform private.record_article_act(jsonb_populate_record(null::public.articles, old.article), 'expire_article',
      'deleted %s for ever, after its time in the trash');
  end if;
  return null;
end
$$;

drop trigger record_schedule on public.article_schedules;
create trigger record_schedule after insert or update or delete on public.article_schedules
  for each row when (not private.is_importing()) execute function private.record_schedule();

select private.admit_service_role();
select private.admit_access_tokens();
