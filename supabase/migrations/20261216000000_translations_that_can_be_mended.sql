-- A refused answer of a model is kept and mended in the review, and a term of the glossary is entered once for all languages.
alter table public.translation_segments add column kept_because text check (char_length(kept_because) <= 500);

-- Answers of a model that the checks have refused. They stand in the review at their blocks, where an editor mends them; readers never
-- get them. At most 200 of an article in a language.
create table private.refused_translations (
  article_id uuid not null references public.articles (id) on delete cascade,
  language text not null check (language in ('es', 'fr', 'de', 'it', 'pt')),
  -- As in public.translation_segments.
  context text not null check (char_length(context) between 1 and 40),
  source_hash text not null check (source_hash ~ '^[0-9a-f]{64}$'),
  -- Empty when no answer could be used.
  text text not null check (octet_length(text) <= 131072),
  model text,
  -- Why it was refused, as sentences.
  reasons text[] not null check (cardinality(reasons) between 1 and 20),
  refused_at timestamptz not null default now(),
  -- When its source was found in the original last.
  checked_at timestamptz not null default now(),
  primary key (article_id, language, context, source_hash)
);
alter table private.refused_translations enable row level security;

/* A change of an original makes its translations stale. How much has changed is counted by a worker, because only the
   parser knows the segments. A save soon after a correction belongs to that correction. */
create or replace function private.mark_translations_stale() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  correction timestamptz := (
    select max(corrected_at) from public.article_corrections
    where article_id = new.id and corrected_at > now() - private.time_of_correction());
begin
  update public.article_translations
    set stale_since = coalesce(stale_since, now()), changed_segments = null, corrected_at = coalesce(corrected_at, correction)
    where original_id = new.id;
  if found and correction is not null then
    perform pg_notify('corrected_originals', new.id::text);
  end if;
  if found or exists (select from private.refused_translations where article_id = new.id) then
    perform pg_notify('stale_translations', new.id::text);
  end if;
  return null;
end
$$;
drop function private.translation_cells(uuid[]);
/* Of each of these originals and each language: whether there is a translation, and in which state. A run that is under way comes
   before a failure, a failure before what is missing, and that before what a translation itself says. */
create function private.translation_cells(p_originals uuid[])
returns table (
  original_id uuid, language text, state text, translation_id uuid, published boolean, changed_segments integer, reviewed_at timestamptz,
  waits boolean, conflicts integer, reports integer, run_status text, reason text, segments integer, segments_done integer,
  refused integer)
language sql stable
as $$
  select original.id, language.code,
    case
      when active.id is not null then 'under-way'
      when failed.ended_at > coalesce(made.translated_at, '-infinity') then 'failed'
      when translation.id is null then 'missing'
      when pending.translation_id is not null then 'waiting'
      when made.stale_since is not null then 'stale'
      when first.is_unpublished or conflict.parts > 0 or report.sentences > 0 then 'waiting'
      when made.reviewed_at >= made.translated_at then 'reviewed'
      else 'up-to-date'
    end,
    translation.id, coalesce(translation.published, false), case when made.stale_since is not null then made.changed_segments end,
    case when made.reviewed_at >= made.translated_at then made.reviewed_at end,
    pending.translation_id is not null or first.is_unpublished, coalesce(conflict.parts, 0), coalesce(report.sentences, 0),
    active.status, coalesce(active.reason, failed.reason), active.segments, active.segments_done,
    coalesce(refusal.blocks, 0)
  from unnest(p_originals) as original (id)
  cross join (values ('es'), ('fr'), ('de'), ('it'), ('pt')) as language (code)
  left join public.articles as translation on translation.original_article_id = original.id and translation.language = language.code
  left join public.article_translations as made on made.translation_id = translation.id
  left join public.pending_translations as pending on pending.translation_id = translation.id
  -- As in private.waiting_translations(), which would be computed for all articles here.
  cross join lateral (
    select coalesce(not translation.published and made.translation_id is not null
      and (made.reviewed_at is null or made.reviewed_at < made.translated_at)
      and (select value from public.settings where key = 'translation_review') ? language.code, false) as is_unpublished
  ) as first
  left join (
    select translation_id, count(*)::integer as parts from public.translation_parts
    where proposed_id is not null group by translation_id) as conflict on conflict.translation_id = translation.id
  left join (
    select translation_id, count(*)::integer as sentences from public.translation_reports
    where status = 'open' group by translation_id) as report on report.translation_id = translation.id
  left join (
    select article_id, language, count(*)::integer as blocks from private.refused_translations group by article_id, language
  ) as refusal on refusal.article_id = original.id and refusal.language = language.code
  left join public.translation_runs as active on active.article_id = original.id and active.language = language.code
    and active.status in ('queued', 'running', 'paused')
  left join (
    select run.article_id, run.language, run.ended_at, run.reason from public.translation_runs as run
    where run.status = 'failed' and not exists (
      select from public.translation_runs as later
      where later.article_id = run.article_id and later.language = run.language and later.requested_at > run.requested_at)
  ) as failed on failed.article_id = original.id and failed.language = language.code
$$;

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
  delete from private.refused_translations where article_id = any (versions);
  delete from public.translation_edits where article_id = any (versions);
  delete from public.translation_parts where translation_id = any (versions);
  delete from public.translation_segments where article_id = any (versions);
  delete from public.translation_runs where article_id = any (versions);
  delete from public.translation_reports where translation_id = any (versions);
  purged := jsonb_build_object('revisions', revisions, 'working_copies', copies, 'trash', trashed);
  -- A title, an address or an author may be what has to go.
  update public.audit_log
    set did = replace(did, '“' || subject_name || '”', '“…”'), subject_name = '…', details = details - '{address,author}'::text[]
    where subject_id = any (versions) and subject_name is not null;
  perform private.record_act('articles', 'purge_article_text', 'removed the text of an article for good', null, p_article_id,
    purged, p_reason);
  return purged;
end
$$;

