-- The way in which each translation was made: from which version of the original, by whom each part was written, and who has reviewed it.

-- Without references, as with revisions, so that it is restored from the trash with its article.
create table public.article_translations (
  translation_id uuid primary key,
  original_id uuid not null,
  language text not null check (language <> 'en') references private.languages,
  -- The revision of the original whose text this is.
  source_revision bigint,
  -- The writer of most of it. Texts from before this was recorded count as written by a person.
  origin text not null default 'person' check (origin in ('machine', 'person')),
  model text,
  translated_at timestamptz not null default now(),
  -- By whom is in the audit log, because readers may read every column.
  reviewed_at timestamptz,
  -- Since when the original differs, and in how many segments; null until they are counted.
  stale_since timestamptz,
  -- The number of segments that differ from the original; null until they are counted.
  changed_segments integer,
  -- The time when the original was corrected; readers are told until the translation is renewed.
  corrected_at timestamptz
);
comment on table public.article_translations is '{"live": true}';
create index article_translations_of_original on public.article_translations (original_id, language);
create index article_translations_to_count on public.article_translations (stale_since)
  where stale_since is not null and changed_segments is null;
create index article_translations_stale on public.article_translations (original_id, translation_id) where stale_since is not null;
create index article_translations_unreviewed on public.article_translations (language, translated_at)
  where origin = 'machine' and stale_since is null and (reviewed_at is null or reviewed_at < translated_at);
create index article_translations_corrected on public.article_translations (translation_id) where corrected_at is not null;
grant select on public.article_translations to anon, authenticated;
grant all on public.article_translations to service_role;
create policy "everyone reads how published translations were made" on public.article_translations
  for select to anon, authenticated
  using (exists (select from public.articles where articles.id = translation_id and articles.published));
create policy "editors read how translations were made" on public.article_translations
  for select to authenticated using ((select private.is_editor()));

-- The way in which published translations were made, each with the slug of its original while that is published.
create view public.translations_with_originals with (security_invoker = true) as
  select made.translation_id, made.original_id, made.origin, made.translated_at, made.reviewed_at, made.corrected_at,
         original.slug as original_slug
  from public.article_translations as made
  left join public.articles as original on original.id = made.original_id and original.published;
revoke all on public.translations_with_originals from anon, authenticated;
grant select on public.translations_with_originals to anon, authenticated, service_role;

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
create index translation_parts_in_conflict on public.translation_parts (translation_id) where proposed_id is not null;
create index translation_parts_approved on public.translation_parts (translation_id, approved_at) where approved_at is not null;
grant select on public.translation_parts to authenticated;
grant all on public.translation_parts to service_role;
create policy "editors read the parts of translations" on public.translation_parts
  for select to authenticated using ((select private.is_editor()));

/* A change of an original makes its translations stale. How much has changed is counted by a worker, because only the
   parser knows the segments. A save soon after a correction belongs to that correction. */
create function private.mark_translations_stale() returns trigger
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
create trigger mark_translations_stale after update on public.articles
  for each row when (
    new.original_article_id is null
    and not private.is_section_moving()
    and private.translated_texts(old.*) <> private.translated_texts(new.*))
  execute function private.mark_translations_stale();

/* Readers of a translation are told of a correction of the original until the translation is renewed. A translation of
   which nothing was recorded is a person's, made of the version of its last save; whether there is a newer one is
   counted by a worker. */
create function private.mark_translations_corrected() returns trigger
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
create trigger mark_translations_corrected after insert on public.article_corrections
  for each row execute function private.mark_translations_corrected();

/* The way in which a translation was made, and that its original was corrected, is shown on its page. */
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

/* The time after a note within which a save of the text is taken for what the note is about: a form may be saved after the note. */
create function private.time_of_correction() returns interval
language sql immutable set search_path = ''
return interval '1 hour';

/* The text that a note has now is translated again. */
create function private.announce_changed_correction() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform pg_notify('corrected_originals', new.article_id::text);
  return null;
end
$$;
create trigger announce_changed_correction after update of text on public.article_corrections
  for each row when (new.source_id is null and old.text is distinct from new.text)
  execute function private.announce_changed_correction();

/* A note that is withdrawn is withdrawn in every language. */
create function private.delete_translated_corrections() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.article_corrections where source_id = old.id;
  return null;
end
$$;
create trigger delete_translated_corrections after delete on public.article_corrections
  for each row when (old.source_id is null) execute function private.delete_translated_corrections();

/* Translations whose original was corrected, and for which no run was requested since: neither since the note, nor since what was
   saved soon after it, nor since a note was changed that they have in their language. */
create function private.corrected_translations(p_most integer) returns table (article_id uuid, language text)
language sql stable set search_path = ''
as $$
  with corrected (translation_id, since) as (
    select translation_id, greatest(corrected_at, (
      select max(made_at) from public.article_revisions as revision
      where revision.article_id = original_id and revision.made_at <= corrected_at + private.time_of_correction()))
    from public.article_translations where corrected_at is not null
    union all
    -- A change of a note moves the date of its article.
    select told.article_id, original.updated_at
    from public.article_corrections as told
    join public.article_corrections as note on note.id = told.source_id and note.text <> told.source_text
    join public.articles as original on original.id = note.article_id
  )
  select original.id, translation.language
  from (select translation_id, max(since) as since from corrected group by translation_id) as corrected
  join public.articles as translation on translation.id = corrected.translation_id
  join public.articles as original on original.id = translation.original_article_id
    and original.language = 'en' and original.original_article_id is null
  where translation.language = any(private.offered_languages()) and not exists (
    select from public.translation_runs as run
    where run.article_id = original.id and run.language = translation.language
      and (run.ended_at is null or run.requested_at >= corrected.since))
  order by corrected.since desc, original.id, translation.language
  limit p_most
$$;
