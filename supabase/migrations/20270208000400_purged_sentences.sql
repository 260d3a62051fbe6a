-- A text that is removed for good is not left in the sentences that were compared with sources.
/* Removes the text of an article for good, for example when a court orders it: from all revisions, notes, unsaved forms, judged sentences, the
   trash, the audit log, the translation memory, translations that wait for a review, edits and reports. With an original, its
   translations too. The table articles is not changed, so the text has to be changed there first. Returns {revisions,
   working_copies, trash}: the numbers of rows deleted. Recorded in the audit log without the text. Raises 42501 unless
   the caller is an administrator. */
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
  -- What the check has found is quoted there.
  update public.article_schedules set accepted = '[]', reason = regexp_replace(reason, '^(check: ).*', '\1…')
    where article_id = any (versions);
  delete from public.translation_edits where article_id = any (versions);
  delete from public.translation_parts where translation_id = any (versions);
  delete from public.translation_segments where article_id = any (versions);
  delete from public.translation_runs where article_id = any (versions);
  delete from public.translation_reports where translation_id = any (versions);
  -- What people wrote to each other about it.
  update public.article_workflow set next_task = null where article_id = any (versions) and next_task is not null;
  update public.handovers set sentence = '…' where article_id = any (versions) and sentence is not null;
  delete from private.work_notices where article_id = any (versions);
  update public.ideas set title = '…', why = '', links = '{}' where article_id = any (versions);
  -- What webhooks were told, and what they still have to be told without its title.
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
