-- What authors, translators and people of the newsletter read of what shows pictures. The library asks nine times for each picture, so
-- policies ask functions: with the policies of other tables in them, PostgreSQL took 18 ms to plan the list.

/* Whether readers see the article. */
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

/* Whether a picture is in an article that is scheduled, or that editors have, and that the caller cannot change as an author. */
create function private.is_with_editors(p_name text) returns boolean
language sql stable security definer set search_path = ''
return exists (
  select from public.media_uses as used join public.articles as article on article.id = used.article_id
    join public.articles as original on original.id = coalesce(article.original_article_id, article.id)
    left join public.article_workflow as workflow on workflow.article_id = original.id
  where used.name = p_name and used.kind in ('hero', 'content')
    and original.id not in (select private.writable_drafts())
    and (workflow.state in ('in_edit', 'ready') or exists (
      select from public.article_schedules as schedule
      where schedule.article_id in (article.id, original.id) and schedule.status = 'waiting')));

/* Refuses a change of a picture by an author where a change of the text is refused: it would be published as nobody has seen it. */
create function private.check_scheduled_picture() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.is_author() and (private.is_with_editors(old.name) or private.is_with_editors(new.name)) then
    perform private.refuse_write('The article with this picture is with the editors, so only they can change it.');
  end if;
  return coalesce(new, old);
end
$$;
create trigger check_stored_picture_of_editors before insert on storage.objects
  for each row when (current_user = 'authenticated' and new.bucket_id = 'article-images')
  execute function private.check_scheduled_picture();
create trigger check_replaced_picture_of_editors before update on storage.objects
  for each row when (current_user = 'authenticated' and 'article-images' in (old.bucket_id, new.bucket_id))
  execute function private.check_scheduled_picture();
create trigger check_removed_picture_of_editors before delete on storage.objects
  for each row when (current_user = 'authenticated' and old.bucket_id = 'article-images')
  execute function private.check_scheduled_picture();
create trigger check_described_picture_of_editors before update on public.media_files
  for each row when (current_user = 'authenticated') execute function private.check_scheduled_picture();
