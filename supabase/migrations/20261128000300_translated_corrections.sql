-- A note of correction is told in every language in which the article can be read.

alter table public.article_corrections
  -- The note of the original of which it is a translation, and what that said.
  add column source_id uuid,
  add column source_text text,
  add constraint article_corrections_source check ((source_id is null) = (source_text is null));

create unique index article_corrections_of_source on public.article_corrections (article_id, source_id) where source_id is not null;
