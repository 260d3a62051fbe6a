-- A term of the glossary is looked for in every source, and a word that must not stand in translations in every text.

create index translation_segments_source_trigrams on public.translation_segments
  using gin (source extensions.gin_trgm_ops);
create index translation_segments_text_trigrams on public.translation_segments
  using gin (text extensions.gin_trgm_ops);
