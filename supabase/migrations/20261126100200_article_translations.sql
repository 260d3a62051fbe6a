-- A translation knows which version of the original it was made from, who wrote each part of it, and who has read it.

-- Without references, as with revisions: it comes back with its article out of the trash.
create table public.article_translations (
  translation_id uuid primary key,
  original_id uuid not null,
  language text not null check (language in ('es', 'fr', 'de', 'it', 'pt')),
  -- The revision of the original whose text this is.
  source_revision bigint,
  -- Of whom most of it is; what was there before this was recorded is a person's.
  origin text not null default 'person' check (origin in ('machine', 'person')),
  model text,
  translated_at timestamptz not null default now(),
  -- By whom is in the audit log, because readers may read every column.
  reviewed_at timestamptz,
  -- Since when the original says something else, and in how many segments; null until they are counted.
  stale_since timestamptz,
  changed_segments integer,
  -- When the original was corrected; readers are told until the translation is renewed.
  corrected_at timestamptz
);

create index article_translations_of_original on public.article_translations (original_id, language);
create index article_translations_to_count on public.article_translations (stale_since)
  where stale_since is not null and changed_segments is null;

alter table public.article_translations enable row level security;
grant select on public.article_translations to anon, authenticated;
grant all on public.article_translations to service_role;

create policy "everyone reads how published translations were made" on public.article_translations
  for select to anon, authenticated
  using (exists (select from public.articles where articles.id = translation_id and articles.published));
create policy "administrators read how translations were made" on public.article_translations
  for select to authenticated using ((select private.is_admin()));

/* The segments of which a translation is made, in their order: fields such as the title first, and then those of the text. */
create table public.translation_parts (
  translation_id uuid not null,
  position integer not null check (position >= 0),
  segment_id bigint not null references public.translation_segments (id) on delete cascade,
  -- The source has changed since a person wrote the text: what the model makes of the new one.
  proposed_id bigint references public.translation_segments (id) on delete set null,
  approved_at timestamptz,
  approved_by uuid,
  primary key (translation_id, position)
);

create index translation_parts_of_segment on public.translation_parts (segment_id);
create index translation_parts_of_proposal on public.translation_parts (proposed_id) where proposed_id is not null;

alter table public.translation_parts enable row level security;
grant select on public.translation_parts to authenticated;
grant all on public.translation_parts to service_role;

create policy "administrators read the parts of translations" on public.translation_parts
  for select to authenticated using ((select private.is_admin()));

/* A change of what readers read in an original makes its translations stale. How much has changed is counted by a worker, because
   only the parser knows where segments begin. */
create function private.mark_translations_stale() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.article_translations
    set stale_since = coalesce(stale_since, now()), changed_segments = null
    where original_id = new.id;
  if found then
    perform pg_notify('stale_translations', new.id::text);
  end if;
  return null;
end
$$;

create trigger mark_translations_stale after update of title, subtitle, excerpt, content on public.articles
  for each row when (
    new.original_article_id is null
    and (old.title, old.subtitle, old.excerpt, old.content) is distinct from (new.title, new.subtitle, new.excerpt, new.content))
  execute function private.mark_translations_stale();

/* A correction of an original is told to readers of its translations until they are renewed. */
create function private.mark_translations_corrected() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.article_translations set corrected_at = new.corrected_at where original_id = new.article_id;
  return null;
end
$$;

create trigger mark_translations_corrected after insert on public.article_corrections
  for each row execute function private.mark_translations_corrected();

/* How a translation was made, and that its original was corrected, is shown on its page. */
create function private.announce_translation() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform pg_notify('page_changes', 'article:' || coalesce(new.original_id, old.original_id));
  return null;
end
$$;

create trigger announce_translation after insert or delete on public.article_translations
  for each row execute function private.announce_translation();
create trigger announce_changed_translation
  after update of source_revision, origin, model, translated_at, reviewed_at, corrected_at on public.article_translations
  for each row when (
    (old.source_revision, old.origin, old.model, old.translated_at, old.reviewed_at, old.corrected_at)
      is distinct from (new.source_revision, new.origin, new.model, new.translated_at, new.reviewed_at, new.corrected_at))
  execute function private.announce_translation();

create trigger announce_row_change after insert or update or delete on public.article_translations
  for each row execute function private.announce_row_change('translation_id');
create trigger announce_reload after truncate on public.article_translations
  for each statement execute function private.announce_reload();

/* What waited for an article to come back goes when it no longer can. */
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
  end if;
  return null;
end
$$;

/* As before, and from the memory and the runs of translations as well; whatever was made for it is translated anew. */
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
  delete from public.translation_parts where translation_id = any (versions);
  delete from public.translation_segments where article_id = any (versions);
  delete from public.translation_runs where article_id = any (versions);
  purged := jsonb_build_object('revisions', revisions, 'working_copies', copies, 'trash', trashed);
  insert into public.audit_log (actor, action, subject_id, reason, details)
  values (auth.uid(), 'purge_article_text', p_article_id, p_reason, purged);
  return purged;
end
$$;
