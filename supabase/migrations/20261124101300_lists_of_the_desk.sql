-- The lists of the desk are counted, sorted and searched in sixty thousand rows while an editor looks on.

-- What a list filters by, so that it is counted in the index alone. Sorting what is left took 30 ms without an index for it.
create index articles_desk on public.articles (published, language, category, featured);

-- Unlike the indexes of readers' search these have drafts too. ILIKE may use them behind policies, where we may say so
-- (20261120110100_trigrams_behind_policies.sql).
create index articles_desk_words on public.articles
  using gin (title extensions.gin_trgm_ops, slug extensions.gin_trgm_ops, author extensions.gin_trgm_ops);
