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

create trigger remember_slug after update of slug, language on public.articles
  for each row when (old.published and (old.slug, old.language) is distinct from (new.slug, new.language))
  execute function private.remember_slug();

-- An article in print wins over a redirect of the same name: the redirect goes.
create function private.forget_redirect() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.slug_redirects where slug = new.slug and language = new.language;
  return null;
end
$$;

create trigger forget_redirect after insert or update of slug, language on public.articles
  for each row execute function private.forget_redirect();
