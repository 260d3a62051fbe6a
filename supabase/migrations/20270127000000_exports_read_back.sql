-- An export is read back with the moments that it has: what triggers date, tell or derive stays as it is written.

/* Whether rows are written as an export has them, with the moments that they have there: then nothing is dated, told or derived by
   triggers. Only the program itself restores, never the role of a user, which a function with the rights of its owner keeps, too. */
create function private.is_restoring() returns boolean
language sql stable set search_path = ''
return coalesce(current_setting('publication.restoring', true), '') = 'on' and current_setting('role') = 'none';

grant execute on function private.is_restoring() to authenticated, service_role;

/* Sets updated_at, which says when readers last got something new. Losing the featured mark is not that. An update of
   updated_at alone counts only when a trigger makes it, for something that readers see beside the article. No two
   versions have the same time, because a save names the version that its form began with. */
create or replace function private.touch_article() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if private.is_section_moving() then
    new.updated_at := old.updated_at;
  elsif private.is_restoring() then
    return new;
  elsif (to_jsonb(new) - 'featured' - 'updated_at') is distinct from (to_jsonb(old) - 'featured' - 'updated_at')
    or (pg_trigger_depth() > 1 and new.updated_at is distinct from old.updated_at) then
    new.updated_at := case when now() = old.updated_at then now() + interval '1 microsecond' else now() end;
  else
    new.updated_at := old.updated_at;
  end if;
  return new;
end
$$;

/* A correction changes what readers see of its article: its date moves, which announces its pages and lists. The page of all
   corrections has the tag "corrections". What a correction said is in the audit log, because readers have read it. */
create or replace function private.announce_correction() returns trigger
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

/* Readers of a translation are told of a correction of the original until the translation is renewed. A translation of
   which nothing was recorded is a person's, made of the version of its last save; whether there is a newer one is
   counted by a worker. */
create or replace function private.mark_translations_corrected() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.is_restoring()
    or not exists (select from public.articles where id = new.article_id and original_article_id is null and language = 'en') then
    return null;
  end if;
  insert into public.article_translations (translation_id, original_id, language, source_revision, translated_at, stale_since)
  select id, new.article_id, language, (
      select max(revision.id) from public.article_revisions as revision
      where revision.article_id = new.article_id and revision.made_at <= article.updated_at),
    updated_at, now()
  from public.articles as article where original_article_id = new.article_id
  on conflict (translation_id) do nothing;
  if found then
    perform pg_notify('stale_translations', new.article_id::text);
  end if;
  update public.article_translations set corrected_at = new.corrected_at where original_id = new.article_id;
  if found then
    perform pg_notify('corrected_originals', new.article_id::text);
  end if;
  return null;
end
$$;

/* Raises the revision of an issue whose text has changed, which desks are told of, and refuses that for one that is approved. An article that is deleted takes its
   item with it also then: the seal does not fit any more. */
create or replace function private.change_issue() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  changed uuid;
  allowed boolean;
begin
  if private.is_restoring() then
    return null;
  end if;
  if tg_table_name = 'newsletter_summaries' then
    select issue_id into changed from public.newsletter_items
      where id = case when tg_op = 'DELETE' then old.item_id else new.item_id end;
  else
    changed := case when tg_op = 'DELETE' then old.issue_id else new.issue_id end;
  end if;
  update public.newsletter_issues set revision = revision + 1
    where id = changed and (status = 'draft' or tg_op = 'DELETE')
    returning true into allowed;
  -- Without an issue: it is being deleted with all that it has.
  if allowed is null and exists (select from public.newsletter_issues where id = changed) then
    raise exception using errcode = '23514', constraint = 'newsletter_issues_sealed_check',
      message = 'This issue has been approved. Reopen it to change it (newsletter_issues_sealed_check).';
  end if;
  return null;
end
$$;

/* A correction that is taken back is a change of its article. */
create or replace function private.queue_correction() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  article public.articles;
begin
  if private.is_restoring() or not exists (select from public.webhooks where enabled) then
    return null;
  end if;
  select * into article from public.articles where id = coalesce(new.article_id, old.article_id) and published;
  if found then
    perform private.queue_webhook_event(
      case when tg_op = 'DELETE' then 'article.updated' else 'article.corrected' end, private.webhook_data(article, true));
  end if;
  return null;
end
$$;

/* Dates a change. No two versions have the same time, because a save names the version that its form began with. */
create or replace function private.touch_page() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if not private.is_restoring() then
    new.updated_at := greatest(now(), old.updated_at + interval '1 microsecond');
  end if;
  return new;
end
$$;

select private.admit_access_tokens();
