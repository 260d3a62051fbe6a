-- A correction of an original brings all its translations up to date, and its note is told in their languages.

-- A translation may be longer than what it translates.
alter table public.article_corrections
  drop constraint article_corrections_text_check,
  add constraint article_corrections_text_check
    check (not private.is_blank(text) and char_length(text) <= case when source_id is null then 2000 else 4000 end);

-- The one that exists begins with the article.
create index article_corrections_of_note on public.article_corrections (source_id) where source_id is not null;

/* How long after a note a save of the text is taken for what the note is about: a form may be saved after the note. */
create function private.time_of_correction() returns interval
language sql immutable set search_path = ''
return interval '1 hour';

/* A correction of an original is told to readers of its translations until they are renewed. A translation of which nothing was
   recorded is a person's, made of the version that there was when it was last saved; whether that is another one by now is counted
   by a worker. */
create or replace function private.mark_translations_corrected() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if not exists (select from public.articles where id = new.article_id and original_article_id is null and language = 'en') then
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

/* What a note says now is translated again. */
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

/* As before, and what is saved soon after a correction belongs to it. */
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
  if found then
    perform pg_notify('stale_translations', new.id::text);
    if correction is not null then
      perform pg_notify('corrected_originals', new.id::text);
    end if;
  end if;
  return null;
end
$$;

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
  where not exists (
    select from public.translation_runs as run
    where run.article_id = original.id and run.language = translation.language
      and (run.ended_at is null or run.requested_at >= corrected.since))
  order by corrected.since desc, original.id, translation.language
  limit p_most
$$;

revoke all on function private.corrected_translations(integer), private.time_of_correction() from public, anon, authenticated;

create index article_translations_corrected on public.article_translations (translation_id) where corrected_at is not null;
