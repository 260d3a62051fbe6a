-- "title or excerpt contains" stays an index scan however many articles there are.

create extension if not exists pg_trgm with schema extensions;

create index articles_title_trigrams on public.articles using gin (title extensions.gin_trgm_ops) where published;
create index articles_excerpt_trigrams on public.articles using gin (excerpt extensions.gin_trgm_ops) where published;
