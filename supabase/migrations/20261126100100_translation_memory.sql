-- No sentence is paid for twice: what was translated once, in whichever article, is taken from here.

-- A pair of texts, which never changes: another wording is another row. Of several for the same source a person's is taken, and
-- the newest of those.
create table public.translation_segments (
  id bigint generated always as identity primary key,
  language text not null check (language in ('es', 'fr', 'de', 'it', 'pt')),
  -- SHA-256 of the source, in hexadecimal.
  source_hash text not null check (source_hash ~ '^[0-9a-f]{64}$'),
  -- What it is: a heading is not always translated as the same words in a paragraph.
  context text not null check (char_length(context) between 1 and 40),
  -- Both with tags in the place of code, addresses and marks.
  source text not null check (octet_length(source) <= 65536),
  text text not null check (octet_length(text) <= 131072),
  origin text not null check (origin in ('machine', 'person')),
  model text,
  -- The original for which it was made, without a reference: others use it as well.
  article_id uuid,
  made_at timestamptz not null default now(),
  made_by uuid
);

create index translation_segments_of_source
  on public.translation_segments (language, source_hash, context, (origin = 'person') desc, id desc);
create index translation_segments_of_article on public.translation_segments (article_id);

alter table public.translation_segments enable row level security;
grant select on public.translation_segments to authenticated;
grant all on public.translation_segments to service_role;

create policy "administrators read the translation memory" on public.translation_segments
  for select to authenticated using ((select private.is_admin()));
