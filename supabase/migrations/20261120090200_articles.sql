-- Articles: English originals and the translations that point to them.

create table public.articles (
  id uuid primary key default gen_random_uuid(),
  slug text not null check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) <= 200),
  language text not null default 'en' check (language in ('en', 'es', 'fr', 'de', 'it', 'pt')),
  title text not null check (btrim(title) <> ''),
  subtitle text,
  excerpt text not null check (btrim(excerpt) <> ''),
  content text not null check (btrim(content) <> ''),
  category text not null check (category in ('business', 'tech', 'opinion', 'news', 'hack')),
  author text not null default 'AI Watch Editorial',
  reading_time text not null default '5 min read',
  hero_image text,
  publish_date timestamptz not null default now(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  published boolean not null default false,
  featured boolean not null default false,
  original_article_id uuid references public.articles (id) on delete cascade,
  unique (slug, language),
  unique (original_article_id, language),
  constraint english_articles_are_originals check (language <> 'en' or original_article_id is null)
);

create index articles_newest on public.articles (language, publish_date desc) where published;
create index articles_newest_of_category on public.articles (language, category, publish_date desc) where published;

alter table public.articles enable row level security;
grant select on public.articles to anon;
grant select, insert, update, delete on public.articles to authenticated;
grant all on public.articles to service_role;

create policy "everyone reads published articles" on public.articles
  for select to anon, authenticated using (published);
create policy "administrators read drafts" on public.articles
  for select to authenticated using ((select private.is_admin()));
create policy "administrators write" on public.articles
  for insert to authenticated with check ((select private.is_admin()));
create policy "administrators edit" on public.articles
  for update to authenticated using ((select private.is_admin())) with check ((select private.is_admin()));
create policy "administrators delete" on public.articles
  for delete to authenticated using ((select private.is_admin()));
