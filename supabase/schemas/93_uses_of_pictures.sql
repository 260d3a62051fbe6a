-- All that authors, translators and people of the newsletter read of what shows pictures. The library asks nine times for each picture, so
-- policies ask functions: with the policies of other tables in them, PostgreSQL took 18 ms to plan the list.

/* Tells whether readers see the article. */
create function private.is_published(p_article_id uuid) returns boolean
language sql stable security definer set search_path = ''
return exists (select from public.articles where id = p_article_id and published);

grant execute on function
  private.is_published(uuid)
to authenticated;

create policy "colleagues see what shows pictures, of what they read" on public.media_uses
  for select to authenticated
  using (
    (select private.is_member())
    and (article_id in (select private.readable_articles()) or private.is_published(article_id)));
create policy "authors see what shows pictures of their own" on public.media_uses
  for select to authenticated
  using ((select private.is_author()) and name in (select private.own_pictures()));

/* Tells whether a picture is in an article that was handed in or is scheduled, and that the caller cannot change as an author. */
create function private.is_with_editors(p_name text) returns boolean
language sql stable security definer set search_path = ''
return exists (
  select from public.media_uses as used join public.articles as article on article.id = used.article_id
    join public.articles as original on original.id = coalesce(article.original_article_id, article.id)
    left join public.article_workflow as workflow on workflow.article_id = original.id
  where used.name = p_name and used.kind in ('hero', 'content')
    and original.id not in (select private.writable_drafts())
    and (workflow.state <> 'draft' or exists (
      select from public.article_schedules as schedule
      where schedule.article_id in (article.id, original.id) and schedule.status = 'waiting')));
