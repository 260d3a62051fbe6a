-- A text that is removed for good stands in translations that wait for a review, and in what was learned from edits.

/* As before, and from both of these. */
create or replace function public.purge_article_text(p_article_id uuid, p_reason text) returns jsonb
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
  -- What was deleted with one of them is restored by itself from now on.
  update public.article_trash set deleted_with = null
    where article_id <> all (versions)
      and deleted_with in (select id from public.article_trash where article_id = any (versions));
  delete from public.article_trash where article_id = any (versions);
  get diagnostics trashed = row_count;
  delete from public.working_copies where article_id = any (versions) or form ->> 'original_article_id' = p_article_id::text;
  get diagnostics copies = row_count;
  delete from public.pending_translations where translation_id = any (versions) or original_id = any (versions);
  delete from public.translation_edits where article_id = any (versions);
  delete from public.translation_parts where translation_id = any (versions);
  delete from public.translation_segments where article_id = any (versions);
  delete from public.translation_runs where article_id = any (versions);
  delete from public.translation_reports where translation_id = any (versions);
  purged := jsonb_build_object('revisions', revisions, 'working_copies', copies, 'trash', trashed);
  insert into public.audit_log (actor, action, subject_id, reason, details)
  values (auth.uid(), 'purge_article_text', p_article_id, p_reason, purged);
  return purged;
end
$$;

/* As before, and what was learned from its translations. What waits for a review has gone with the article. */
create or replace function private.forget_deleted_article() returns trigger
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
  end if;
  return null;
end
$$;

create index translation_edits_of_article on public.translation_edits (article_id);
