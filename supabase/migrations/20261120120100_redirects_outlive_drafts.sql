-- Drafts took redirects away, and an article that was renamed while it was out of print left none.

-- The slug is remembered when its address stops answering, for the next rename may come while the article is a draft.
-- Until the article is back in print nobody sees the redirect, and under the same slug it then has none.
drop trigger remember_slug on public.articles;
create trigger remember_slug after update of slug, language, published on public.articles
  for each row when (
    old.published and (not new.published or (old.slug, old.language) is distinct from (new.slug, new.language)))
  execute function private.remember_slug();

-- Only an article in print wins over a redirect of the same name.
drop trigger forget_redirect on public.articles;
create trigger forget_redirect after insert or update of slug, language, published on public.articles
  for each row when (new.published) execute function private.forget_redirect();
