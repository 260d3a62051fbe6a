-- A deleted article can be brought back for thirty days, with its translations and everything that belongs to them.

-- Filled by a trigger, so that deleting is a plain DELETE that frees slugs and cascades to translations.
create table public.article_trash (
  id uuid primary key default gen_random_uuid(),
  article_id uuid not null,
  story_id uuid not null,
  -- All that was deleted of one story in one transaction belongs together: to the original, or to the first of its translations.
  deleted_with uuid references public.article_trash (id) on delete cascade,
  deleted_at timestamptz not null default now(),
  deleted_by uuid,
  language text not null,
  slug text not null,
  title text not null,
  category text not null,
  published boolean not null,
  article jsonb not null,
  redirects jsonb not null,
  updated_at timestamptz generated always as (private.version_of(article)) stored,
  words text not null generated always as (private.searched_words(title || E'\n' || slug)) stored
);
-- Purged: Triggers delete its revisions, and the rows of what was deleted together with it.
comment on table public.article_trash is $${"purge": "deleted_with is null and deleted_at < now() - interval '30 days'"}$$;
create index article_trash_of_story on public.article_trash (story_id, deleted_at);
create index article_trash_of_article on public.article_trash (article_id);
create index article_trash_members on public.article_trash (deleted_with);
create index article_trash_age on public.article_trash (deleted_at, id) where deleted_with is null;
revoke all on public.article_trash from anon, authenticated, service_role;
grant select on public.article_trash to authenticated, service_role;
create policy "editors read the trash" on public.article_trash
  for select to authenticated using ((select private.is_editor()));

/* Before the deletion, while its redirects are still there. */
create function private.move_to_trash() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  added uuid := gen_random_uuid();
  story uuid := coalesce(old.original_article_id, old.id);
  head uuid := (
    select id from public.article_trash where story_id = story and deleted_at = now() and deleted_with is null);
  demo jsonb;
begin
  delete from private.demo_rows where id = old.id::text returning jsonb_build_object('demo_row', to_jsonb(demo_rows)) into demo;
  insert into public.article_trash (
    id, article_id, story_id, deleted_with, deleted_by, language, slug, title, category, published, article, redirects)
  values (
    added, old.id, story, case when old.original_article_id is not null then head end, auth.uid(),
    old.language, old.slug, old.title, old.category, old.published,
    -- With its mark of the demo, and the time until which readers were to find it, for a translation that of its original.
    to_jsonb(old) - 'revision_note' || coalesce(demo, '{}') || coalesce((
      select jsonb_build_object('unpublishing', to_jsonb(ending)) from public.article_unpublishings as ending
      where article_id in (old.id, old.original_article_id) order by unpublish_at limit 1), '{}'),
    coalesce((
      select jsonb_agg(jsonb_build_object('slug', slug, 'language', language, 'created_at', created_at))
      from public.slug_redirects where article_id = old.id), '[]')
    || coalesce((
      select jsonb_agg(jsonb_build_object('address', address, 'created_at', created_at))
      from private.old_addresses where article_id = old.id), '[]'));
  if old.original_article_id is null then
    update public.article_trash set deleted_with = added where story_id = story and deleted_at = now() and id <> added;
  end if;
  return old;
end
$$;
create trigger move_to_trash before delete on public.articles
  for each row execute function private.move_to_trash();

/* Deletes what belongs to an article when it can no longer be restored: revisions, corrections, overridden findings, who had it,
   its sound, and the record of its translations. Pending translations are deleted with the article itself. */
create function private.forget_deleted_article() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if not exists (select from public.articles where id = old.article_id)
    and not exists (select from public.article_trash where article_id = old.article_id) then
    delete from public.article_revisions where article_id = old.article_id;
    delete from public.article_corrections where article_id = old.article_id;
    delete from public.article_check_overrides where article_id = old.article_id;
    delete from public.article_translations where translation_id = old.article_id;
    delete from public.translation_parts where translation_id = old.article_id;
    delete from public.translation_runs where article_id = old.article_id;
    delete from public.translation_edits where article_id = old.article_id;
    delete from public.article_people where article_id = old.article_id;
    delete from public.article_workflow where article_id = old.article_id;
    delete from public.handovers where article_id = old.article_id;
    delete from private.work_notices where article_id = old.article_id;
    delete from private.article_audio where article_id = old.article_id;
    update private.import_items set replaced = '{}' where article_id = old.article_id;
  end if;
  return null;
end
$$;
create trigger forget_deleted_article after delete on public.article_trash
  for each row execute function private.forget_deleted_article();

/* A slug like this one that no article of the language has. */
create function private.free_slug(p_slug text, p_language text) returns text
language sql stable set search_path = ''
as $$
  select candidate from (
    select p_slug as candidate, 1 as place
    union all
    select rtrim(left(p_slug, 190), '-') || '-' || n, n from generate_series(2, 10000) as n) as candidates
  where not exists (select from public.articles where articles.slug = candidate and articles.language = p_language)
  order by place limit 1
$$;

/* Brings back what was deleted together. Returns {status: 'restored', id, slug, drafts}, where drafts are the languages that
   were published and came back as drafts: all of them with p_as_draft, otherwise those whose slug was taken meanwhile, whose time
   is over until which readers were to find them, whose sentences their sources do not cover, or that were changed since the version that
   p_along names by their id; it names each one that readers would get again beside the first.
   Other statuses change nothing:
   gone: it was restored already, or its thirty days are over;
   slug_taken, with taken: [{slug, language}]: with p_slug it comes back under that one, and its translations under free ones;
   changed, as private.changed_since says, with p_version, the updated_at with which it was read, for what readers would get again;
   original_missing: translations whose original is no longer there;
   translation_exists, with languages: the original was translated again meanwhile.
   Being featured is not taken back from another article. Raises 42501 unless the caller is an editor, or the author of a draft. */
create function public.restore_article(
  p_trash_id uuid, p_slug text default null, p_as_draft boolean default false, p_version text default null, p_along jsonb default '{}')
returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  head public.article_trash;
  item public.article_trash;
  changed jsonb;
  unseen uuid[] := '{}';
  taken jsonb;
  free text;
  comes_back jsonb;
  columns text;
  drafts text[] := '{}';
  is_editor constant boolean := private.is_editor();
begin
  if not (is_editor or private.is_author()) then
    raise exception using errcode = '42501', message = 'Only editors and authors can restore an article.';
  end if;
  if p_as_draft is null then
    raise exception using errcode = '22004', message = 'Say whether it comes back as a draft: p_as_draft.';
  end if;
  -- The lock of take_turns_featuring, taken before any row is.
  perform pg_advisory_xact_lock(hashtext('articles.featured'));
  select * into head from public.article_trash
    where id = (select coalesce(deleted_with, id) from public.article_trash where id = p_trash_id) for update;
  if not found then
    return jsonb_build_object('status', 'gone');
  end if;
  if not is_editor then
    perform private.check_author_restores(head, p_slug);
  end if;
  if not p_as_draft and exists (select from public.article_trash where head.id in (id, deleted_with) and published) then
    changed := private.changed_since(jsonb_populate_record(null::public.articles, head.article), p_version);
    if changed is not null then
      return changed;
    end if;
    for item in select * from public.article_trash where deleted_with = head.id and published loop
      if private.changed_since(
        jsonb_populate_record(null::public.articles, item.article), p_along ->> item.article_id::text) is not null then
        unseen := unseen || item.article_id;
      end if;
    end loop;
  end if;

  if head.article_id <> head.story_id then
    if not exists (select from public.articles where id = head.story_id) then
      return jsonb_build_object('status', 'original_missing');
    end if;
    select jsonb_agg(trash.language order by trash.language) into taken
      from public.article_trash as trash join public.articles
        on articles.original_article_id = trash.story_id and articles.language = trash.language
      where head.id in (trash.id, trash.deleted_with);
    if taken is not null then
      return jsonb_build_object('status', 'translation_exists', 'languages', taken);
    end if;
  end if;

  select jsonb_agg(jsonb_build_object('slug', articles.slug, 'language', articles.language) order by articles.language) into taken
    from public.article_trash as trash join public.articles
      on articles.language = trash.language
        and articles.slug = case when trash.id = head.id then coalesce(p_slug, trash.slug) else trash.slug end
    where head.id in (trash.id, trash.deleted_with) and (p_slug is null or trash.id = head.id);
  if taken is not null then
    return jsonb_build_object('status', 'slug_taken', 'taken', taken);
  end if;

  for item in
    select * from public.article_trash where head.id in (id, deleted_with)
    order by (article_id = story_id) desc, language
  loop
    free := case when item.id = head.id then coalesce(p_slug, item.slug) else private.free_slug(item.slug, item.language) end;
    comes_back := item.article || jsonb_build_object(
      'slug', free,
      'published', item.published and not p_as_draft and free = item.slug and item.article_id <> all (unseen)
        and coalesce((item.article #>> '{unpublishing,unpublish_at}')::timestamptz > now(), true)
        and private.missing_for_publishing(jsonb_populate_record(null::public.articles, item.article)) = '{}'
        and private.find_uncovered(jsonb_populate_record(null::public.articles, item.article)) is null,
      'featured', (item.article ->> 'featured')::boolean and is_editor
        and not exists (select from public.articles where articles.language = item.language and articles.featured),
      'revision_note', 'Restored from the trash');
    -- It is another version when readers would see another one.
    if free <> item.slug or (comes_back ->> 'published')::boolean <> item.published then
      comes_back := comes_back || jsonb_build_object('updated_at', now());
    end if;
    if item.published and not (comes_back ->> 'published')::boolean then
      drafts := drafts || item.language;
    end if;
    -- Columns that were added to the table since have their defaults.
    select string_agg(quote_ident(attname), ', ') into columns from pg_catalog.pg_attribute
      where attrelid = 'public.articles'::regclass and attnum > 0 and not attisdropped and attgenerated = '' and comes_back ? attname;
    execute format('insert into public.articles (%1$s) select %1$s from jsonb_populate_record(null::public.articles, $1)', columns)
      using comes_back;
    insert into private.demo_rows
      select id, is_changed or free <> item.slug
      from jsonb_populate_record(null::private.demo_rows, item.article -> 'demo_row') where id is not null;
    -- The end comes back with the article, which is one act.
    perform set_config('audit.covered', 'on', true);
    insert into public.article_unpublishings
      select * from jsonb_populate_record(null::public.article_unpublishings, item.article -> 'unpublishing') as ending
      where ending.article_id = item.article_id and ending.unpublish_at > now();
    perform set_config('audit.covered', '', true);
    insert into public.slug_redirects (slug, language, article_id, created_at)
    select redirect.slug, redirect.language, item.article_id, redirect.created_at
    from jsonb_to_recordset(item.redirects) as redirect (slug text, language text, created_at timestamptz)
    where redirect.slug is not null and not exists (
      select from public.articles
      where articles.slug = redirect.slug and articles.language = redirect.language and articles.published)
    on conflict (slug, language) do nothing;
    insert into private.old_addresses (address, article_id, created_at)
    select redirect.address, item.article_id, redirect.created_at
    from jsonb_to_recordset(item.redirects) as redirect (address text, created_at timestamptz)
    where redirect.address is not null
    on conflict (address) do nothing;
  end loop;

  delete from public.article_trash where id = head.id;
  return jsonb_build_object('status', 'restored', 'id', head.article_id, 'slug', coalesce(p_slug, head.slug), 'drafts', to_jsonb(drafts));
end
$$;

/* Removes the text of an article for good, for example when a court orders it: from all revisions, notes, unsaved forms, judged sentences, the
   trash, the audit log, the translation memory, translations that wait for a review, edits and reports. With an original, its
   translations too. The table articles is not changed, so the text has to be changed there first. Returns {revisions,
   working_copies, trash}: the numbers of rows deleted. Recorded in the audit log without the text. Raises 42501 unless
   the caller is an administrator. */
create function public.purge_article_text(p_article_id uuid, p_reason text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  versions uuid[];
  revisions integer;
  copies integer;
  trashed integer;
  purged jsonb;
begin
  if not private.is_admin() then
    raise exception using errcode = '42501', message = 'Only administrators can remove a text for good.';
  end if;
  if p_reason is null or private.is_blank(p_reason) or char_length(p_reason) > 500 then
    raise exception using errcode = '23514', constraint = 'audit_log_reason_check',
      message = 'A reason of at most 500 characters is required (audit_log_reason_check).';
  end if;
  select array_agg(distinct id) into versions from (
    select p_article_id
    union all select id from public.articles where original_article_id = p_article_id
    union all select article_id from public.article_trash where story_id = p_article_id
    union all select article_id from public.article_revisions where article ->> 'original_article_id' = p_article_id::text
  ) as version (id);
  delete from public.article_revisions where article_id = any (versions);
  get diagnostics revisions = row_count;
  -- All that was deleted with one of them is restored by itself from now on.
  update public.article_trash set deleted_with = null
    where article_id <> all (versions)
      and deleted_with in (select id from public.article_trash where article_id = any (versions));
  delete from public.article_trash where article_id = any (versions);
  get diagnostics trashed = row_count;
  update private.import_items set replaced = '{}' where article_id = any (versions);
  -- They quote it.
  delete from public.article_notes where article_id = any (versions);
  -- Sentences of texts that are not stored any more, what they cited, and who signed them.
  delete from private.kept_citations where article_id = any (versions);
  delete from public.article_sentences as judged where article_id = any (versions) and not exists (
    select from public.articles where id = judged.article_id and private.text_hash(articles) = judged.text_hash);
  delete from public.sentence_signatures as signature where article_id = any (versions) and not exists (
    select from public.article_sentences as judged where judged.article_id = signature.article_id and judged.key = signature.key);
  update public.sourced_articles set dropped = '[]', doubts = '[]', question = '' where article_id = any (versions);
  delete from public.working_copies where article_id = any (versions) or form ->> 'original_article_id' = p_article_id::text;
  get diagnostics copies = row_count;
  delete from public.pending_translations where translation_id = any (versions) or original_id = any (versions);
  delete from private.refused_translations where article_id = any (versions)
    or (article_id, language) in (select original_article_id, articles.language from public.articles where id = any (versions));
  -- All that the check has found is quoted there.
  update public.article_schedules set accepted = '[]', reason = regexp_replace(reason, '^(check: ).*', '\1…')
    where article_id = any (versions);
  delete from public.translation_edits where article_id = any (versions);
  delete from public.translation_parts where translation_id = any (versions);
  delete from public.translation_segments where article_id = any (versions);
  delete from public.translation_runs where article_id = any (versions);
  delete from public.translation_reports where translation_id = any (versions);
  -- The texts that people wrote to each other about it.
  update public.article_workflow set next_task = null where article_id = any (versions) and next_task is not null;
  update public.handovers set sentence = '…' where article_id = any (versions) and sentence is not null;
  delete from private.work_notices where article_id = any (versions);
  update public.ideas set title = '…', why = '', links = '{}' where article_id = any (versions);
  -- All that webhooks were told, and that they still have to be told without its title.
  delete from public.webhook_deliveries
    where status <> 'waiting' and ((data ->> 'id')::uuid = any (versions) or (data #>> '{original,id}')::uuid = any (versions));
  update public.webhook_deliveries
    set data = data || '{"title": null}' || case when data ->> 'original' is null then '{}' else
      jsonb_build_object('original', data -> 'original' || '{"title": null}') end, answer = null
    where (data ->> 'id')::uuid = any (versions) or (data #>> '{original,id}')::uuid = any (versions);
  purged := jsonb_build_object('revisions', revisions, 'working_copies', copies, 'trash', trashed);
  -- A title, an address or an author may be what has to go.
  update public.audit_log
    set did = case when action = 'hand_over' then 'handed “…” over' else replace(did, '“' || subject_name || '”', '“…”') end, subject_name = '…', details = details - '{address,author,kept,why}'::text[]
    where subject_id = any (versions) and subject_name is not null;
  perform private.record_act('articles', 'purge_article_text', 'removed the text of an article for good', null, p_article_id,
    purged, p_reason);
  return purged;
end
$$;

grant execute on function
  public.purge_article_text(uuid, text),
  public.restore_article(uuid, text, boolean, text, jsonb)
to authenticated;
