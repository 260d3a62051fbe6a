-- Where the desk wants to review first, a renewed translation waits while readers go on with the one they have.

-- What replaces the text of a published translation once it is reviewed. It can be made again out of the memory at no cost, so it
-- goes with the article.
create table public.pending_translations (
  translation_id uuid primary key references public.articles (id) on delete cascade,
  original_id uuid not null,
  language text not null check (language in ('es', 'fr', 'de', 'it', 'pt')),
  -- The revision of the original whose text this is, and the version of the translation that it replaces.
  source_revision bigint,
  replaces timestamptz not null,
  title text not null,
  subtitle text,
  excerpt text not null,
  content text not null,
  origin text not null check (origin in ('machine', 'person')),
  model text,
  -- What becomes the rows of translation_parts: [{segment_id, proposed_id, approved_at, approved_by}], in the order of positions.
  parts jsonb not null,
  -- Of the corrections that it contains.
  corrected_at timestamptz,
  made_at timestamptz not null default now()
);

create index pending_translations_of_original on public.pending_translations (original_id, language);
alter table public.pending_translations enable row level security;
grant select, delete on public.pending_translations to authenticated;
grant all on public.pending_translations to service_role;
create policy "administrators read pending translations" on public.pending_translations
  for select to authenticated using ((select private.is_admin()));
create policy "administrators discard pending translations" on public.pending_translations
  for delete to authenticated using ((select private.is_admin()));

create trigger announce_row_change after insert or update or delete on public.pending_translations
  for each row execute function private.announce_row_change('translation_id');
create trigger announce_reload after truncate on public.pending_translations
  for each statement execute function private.announce_reload();
