-- Every version of an article: who saved it, when and why. Versions can be compared and restored.

-- Without a reference to articles, because the revisions of a deleted article stay while it is in the trash.
create table public.article_revisions (
  id bigint generated always as identity primary key,
  article_id uuid not null,
  made_at timestamptz not null default now(),
  -- Null for changes from before revisions were recorded, and for those of the program.
  made_by uuid,
  note text,
  title text not null,
  published boolean not null,
  -- The whole row, so that it also has the columns that were added later.
  article jsonb not null
);
create index article_revisions_of_article on public.article_revisions (article_id, id);
-- The drafts of an editor.
create index article_revisions_by_editor on public.article_revisions (article_id, made_by) where made_by is not null and not published;
alter table public.article_revisions enable row level security;
revoke all on public.article_revisions from anon, authenticated, service_role;
grant select on public.article_revisions to authenticated, service_role;
create policy "administrators read revisions" on public.article_revisions
  for select to authenticated using ((select private.is_admin()));

/* Moves the reason of a save from the article to the revision that keep_revision adds. */
create function private.take_revision_note() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if char_length(new.revision_note) > 500 then
    raise exception using errcode = '23514', constraint = 'articles_revision_note_length',
      message = 'The reason violates the check constraint "articles_revision_note_length".';
  end if;
  -- Until the end of the transaction, and for each article, because one statement may save several.
  perform set_config('revision.notes',
    (coalesce(nullif(current_setting('revision.notes', true), ''), '{}')::jsonb
      || jsonb_build_object(new.id, nullif(btrim(new.revision_note), '')))::text, true);
  new.revision_note := null;
  return new;
end
$$;
create trigger take_revision_note before insert or update on public.articles
  for each row when (new.revision_note is not null) execute function private.take_revision_note();

/* Adds a revision. revision.by is the user for whom the program acts without a session. */
create function private.add_revision(article public.articles, p_made_at timestamptz, p_made_by uuid, p_note text) returns void
language sql set search_path = ''
as $$
  insert into public.article_revisions (article_id, made_at, made_by, note, title, published, article)
  values (article.id, p_made_at, p_made_by, p_note, article.title, article.published,
    to_jsonb(article) - 'featured' - 'revision_note')
$$;

/* Adds a revision when something that readers see has changed, and before it one of the version from before revisions
   were kept. */
create function private.keep_revision() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  unread constant text[] := array['featured', 'updated_at', 'revision_note'];
  notes jsonb := coalesce(nullif(current_setting('revision.notes', true), ''), '{}')::jsonb;
  editor uuid := coalesce(auth.uid(), nullif(current_setting('revision.by', true), '')::uuid);
begin
  if notes <> '{}' then
    perform set_config('revision.notes', (notes - new.id::text)::text, true);
  end if;
  if tg_op = 'UPDATE' then
    if to_jsonb(new) - unread = to_jsonb(old) - unread then
      return null;
    end if;
    if not exists (select from public.article_revisions where article_id = old.id) then
      perform private.add_revision(old, old.updated_at, null, null);
    end if;
  end if;
  perform private.add_revision(new, now(), editor, notes ->> new.id::text);
  return null;
end
$$;
create trigger keep_first_revision after insert on public.articles
  for each row execute function private.keep_revision();

-- touch_article moves updated_at with everything that readers see.
create trigger keep_revision after update on public.articles
  for each row when (old.updated_at is distinct from new.updated_at) execute function private.keep_revision();
