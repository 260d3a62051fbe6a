-- An address that was published once leads to its article, directly to the newest slug.
create table public.slug_redirects (
  slug text not null,
  language text not null,
  article_id uuid not null references public.articles (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (slug, language)
);
create index slug_redirects_article on public.slug_redirects (article_id);
grant select on public.slug_redirects to anon, authenticated;
grant all on public.slug_redirects to service_role;
create policy "everyone follows redirects to published articles" on public.slug_redirects
  for select to anon, authenticated
  using (exists (select from public.articles where articles.id = article_id and articles.published));
create policy "editors follow redirects to drafts" on public.slug_redirects
  for select to authenticated using ((select private.is_editor()));

/* Stores the previous slug when its address ends, also when the article is unpublished, because its next slug may be
   set while it is a draft. Readers do not see the redirect before the article is published again. */
create function private.remember_slug() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.slug_redirects (slug, language, article_id) values (old.slug, old.language, old.id)
    on conflict (slug, language) do update set article_id = excluded.article_id, created_at = now();
  return null;
end
$$;
create trigger remember_slug after update of slug, language, published on public.articles
  for each row when (
    old.published and (not new.published or (old.slug, old.language) is distinct from (new.slug, new.language)))
  execute function private.remember_slug();

/* A published article takes precedence over a redirect with the same slug. */
create function private.forget_redirect() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.slug_redirects where slug = new.slug and language = new.language;
  return null;
end
$$;
create trigger forget_redirect after insert or update of slug, language, published on public.articles
  for each row when (new.published) execute function private.forget_redirect();

/* Does the same as private.check_identity, of an address that another article has left at the same moment: the write has waited for it. */
create function private.check_left_address() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.rights_of((private.desk_member()).role) && '{own_drafts,own_languages}' and private.is_former_address(new.slug, new.language, new.id) then
    perform private.refuse_write('This address leads to another article.', 'Choose another one, or ask an editor.');
  end if;
  return null;
end
$$;
create trigger check_left_address after insert or update of slug, language on public.articles
  for each row when (current_user = 'authenticated') execute function private.check_left_address();
