-- Corrections tell readers what was wrong in an article, and when it was corrected.

-- Without a reference to articles, as with revisions.
create table public.article_corrections (
  id uuid primary key default gen_random_uuid(),
  article_id uuid not null,
  corrected_at timestamptz not null default now(),
  text text not null,
  -- The note of the original that this one translates, and its text at that time.
  source_id uuid,
  source_text text,
  constraint article_corrections_source check ((source_id is null) = (source_text is null)),
  -- A translation may be longer than its original.
  constraint article_corrections_text_check
    check (not private.is_blank(text) and char_length(text) <= case when source_id is null then 2000 else 4000 end)
);
create index article_corrections_of_article on public.article_corrections (article_id, corrected_at);
create index article_corrections_newest on public.article_corrections (corrected_at desc, id);
create unique index article_corrections_of_source on public.article_corrections (article_id, source_id) where source_id is not null;
create index article_corrections_of_note on public.article_corrections (source_id) where source_id is not null;
grant select on public.article_corrections to anon;
grant select, update (text), delete on public.article_corrections to authenticated;
grant all on public.article_corrections to service_role;
create policy "everyone reads corrections of published articles" on public.article_corrections
  for select to anon, authenticated
  using (exists (select from public.articles where articles.id = article_id and articles.published));
create policy "editors read corrections" on public.article_corrections
  for select to authenticated using ((select private.is_editor()));
create policy "editors change corrections" on public.article_corrections
  for update to authenticated using ((select private.is_editor())) with check ((select private.is_editor()));
create policy "editors delete corrections" on public.article_corrections
  for delete to authenticated using ((select private.is_editor()));

/* A correction changes what readers see of its article: its date moves, which announces its pages and lists. The page of all
   corrections has the tag "corrections". What a correction said is in the audit log, because readers have read it. */
create function private.announce_correction() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  changed uuid := case when tg_op = 'DELETE' then old.article_id else new.article_id end;
begin
  if private.is_restoring() then
    perform pg_notify('page_changes', 'corrections');
  elsif tg_op <> 'UPDATE' or new.text is distinct from old.text then
    update public.articles set updated_at = now() + interval '1 microsecond' where id = changed;
    -- It went with its article, out of the trash.
    if not found and tg_op = 'DELETE' then
      return null;
    end if;
    perform private.record_article_act(
      (select articles from public.articles where id = changed),
      case tg_op when 'INSERT' then 'add_correction' when 'UPDATE' then 'change_correction' else 'delete_correction' end,
      case tg_op
        when 'INSERT' then 'added a correction to %s'
        when 'UPDATE' then 'changed a correction of %s'
        else 'deleted a correction of %s' end,
      case tg_op
        when 'INSERT' then jsonb_build_object('text', new.text)
        when 'UPDATE' then jsonb_build_object('text', new.text, 'before', old.text)
        else jsonb_build_object('before', old.text) end);
    perform pg_notify('page_changes', 'corrections');
  end if;
  return null;
end
$$;
create trigger announce_correction after insert or update or delete on public.article_corrections
  for each row execute function private.announce_correction();

/* The page of all corrections also shows titles and addresses of their articles. */
create function private.announce_corrected_article() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (select from public.article_corrections where article_id = old.id) then
    perform pg_notify('page_changes', 'corrections');
  end if;
  return null;
end
$$;
create trigger announce_corrected_article after update of published, slug, title, language on public.articles
  for each row execute function private.announce_corrected_article();
create trigger announce_deleted_article after delete on public.articles
  for each row execute function private.announce_corrected_article();

-- The corrections of published articles, for the page that lists all of them.
create view public.published_corrections with (security_invoker = true) as
  select correction.id, correction.article_id, correction.corrected_at, correction.text,
         article.language, article.slug, article.title, article.original_article_id
  from public.article_corrections as correction
  join public.articles as article on article.id = correction.article_id
  where article.published;
revoke all on public.published_corrections from anon, authenticated;
grant select on public.published_corrections to anon, authenticated, service_role;

/* Adds a note of today to a published article. Returns {status: 'added', id, corrected_at, replaced, updated_at}: a form that
   began with the version `replaced` may go on from `updated_at`, because nothing else was changed between. Other statuses: gone,
   not_published, too_many. */
create function public.add_correction(p_article_id uuid, p_text text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  article public.articles;
  correction public.article_corrections;
begin
  if not private.may('publish') then
    raise exception using errcode = '42501', message = 'Only editors can correct an article.',
      hint = 'An access token needs the scope publish.';
  end if;
  select * into article from public.articles where id = p_article_id for update;
  if not found then
    return jsonb_build_object('status', 'gone');
  elsif not article.published then
    return jsonb_build_object('status', 'not_published');
  elsif (select count(*) from public.article_corrections where article_id = p_article_id) >= 100 then
    return jsonb_build_object('status', 'too_many');
  end if;
  insert into public.article_corrections (article_id, text) values (p_article_id, p_text) returning * into correction;
  return jsonb_build_object(
    'status', 'added', 'id', correction.id, 'corrected_at', correction.corrected_at, 'replaced', article.updated_at,
    'updated_at', (select updated_at from public.articles where id = p_article_id));
end
$$;

/* Changes what a correction says. Returns {status: 'changed', replaced, updated_at}: a form that began with the version `replaced`
   may go on from `updated_at`, because nothing else was changed between. The other status is gone. */
create function public.change_correction(p_id uuid, p_text text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  article public.articles;
begin
  if not private.may('publish') then
    raise exception using errcode = '42501', message = 'Only editors can change a correction.',
      hint = 'An access token needs the scope publish.';
  end if;
  article := private.lock_corrected_article(p_id);
  if article.id is null then
    return jsonb_build_object('status', 'gone');
  end if;
  update public.article_corrections set text = p_text where id = p_id;
  if not found then
    return jsonb_build_object('status', 'gone');
  end if;
  return jsonb_build_object('status', 'changed', 'replaced', article.updated_at,
    'updated_at', (select updated_at from public.articles where id = article.id));
end
$$;

/* Deletes a correction. Returns {status: 'deleted', replaced, updated_at}, or the status gone. */
create function public.delete_correction(p_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  article public.articles;
begin
  if not private.may('publish') then
    raise exception using errcode = '42501', message = 'Only editors can delete a correction.',
      hint = 'An access token needs the scope publish.';
  end if;
  article := private.lock_corrected_article(p_id);
  if article.id is null then
    return jsonb_build_object('status', 'gone');
  end if;
  delete from public.article_corrections where id = p_id;
  if not found then
    return jsonb_build_object('status', 'gone');
  end if;
  return jsonb_build_object('status', 'deleted', 'replaced', article.updated_at,
    'updated_at', (select updated_at from public.articles where id = article.id));
end
$$;

/* The article of a correction, locked before anything else, as a save does. */
create function private.lock_corrected_article(p_id uuid) returns public.articles
language sql set search_path = ''
as $$
  select articles.* from public.articles
  where articles.id = (select article_id from public.article_corrections where id = p_id)
  for update
$$;

grant execute on function
  public.add_correction(uuid, text),
  public.change_correction(uuid, text),
  public.delete_correction(uuid)
to authenticated;
