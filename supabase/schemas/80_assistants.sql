-- The acts that assistants (/mcp) are refused besides what their access tokens may not.

/* An assistant never writes over what somebody is typing: the form of an article that is not saved yet. Security definer, because a working
   copy is readable by its editor only. */
create function private.check_unsaved_work() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if auth.jwt() -> 'only' is not null and exists (select from public.working_copies where article_id = new.id) then
    raise exception using errcode = 'PT409',
      message = 'Somebody is working on this draft and has not saved yet, so nothing was changed. Propose the change to that person, or try again when it is saved or discarded.';
  end if;
  return new;
end
$$;
create trigger check_unsaved_work before update on public.articles
  for each row when (current_user = 'access_token') execute function private.check_unsaved_work();
