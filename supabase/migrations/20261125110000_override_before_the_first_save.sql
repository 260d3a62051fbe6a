-- A new article is checked, and its findings are judged, before it is saved for the first time.

drop policy "administrators override findings" on public.article_check_overrides;
create policy "administrators override findings" on public.article_check_overrides
  for insert to authenticated with check ((select private.is_admin()));

drop policy "administrators change overrides" on public.article_check_overrides;
create policy "administrators change overrides" on public.article_check_overrides
  for update to authenticated using ((select private.is_admin())) with check ((select private.is_admin()));
