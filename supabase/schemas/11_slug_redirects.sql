-- An address that was once published keeps leading to its article, straight to the newest slug.
create table public.slug_redirects (
  slug text not null,
  language text not null,
  article_id uuid not null references public.articles (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (slug, language)
);
create index slug_redirects_article on public.slug_redirects (article_id);
alter table public.slug_redirects enable row level security;
grant select on public.slug_redirects to anon, authenticated;
grant all on public.slug_redirects to service_role;
create policy "everyone follows redirects to published articles" on public.slug_redirects
  for select to anon, authenticated
  using (exists (select from public.articles where articles.id = article_id and articles.published));

create function private.remember_slug() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.slug_redirects (slug, language, article_id) values (old.slug, old.language, old.id)
    on conflict (slug, language) do update set article_id = excluded.article_id, created_at = now();
  return null;
end
$$;

-- An article in print wins over a redirect of the same name: the redirect goes.
create function private.forget_redirect() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.slug_redirects where slug = new.slug and language = new.language;
  return null;
end
$$;

-- Drafts took redirects away, and an article that was renamed while it was out of print left none.

-- The slug is remembered when its address stops answering, for the next rename may come while the article is a draft.
-- Until the article is back in print nobody sees the redirect, and under the same slug it then has none.
-- [DROP trigger remember_slug on public.articles;]
create trigger remember_slug after update of slug, language, published on public.articles
  for each row when (
    old.published and (not new.published or (old.slug, old.language) is distinct from (new.slug, new.language)))
  execute function private.remember_slug();

-- Only an article in print wins over a redirect of the same name.
-- [DROP trigger forget_redirect on public.articles;]
create trigger forget_redirect after insert or update of slug, language, published on public.articles
  for each row when (new.published) execute function private.forget_redirect();
