-- The hourly deletion of old items could end with a deadlock while an editor merged groups.

/* Makes whoever deletes items wait first for who changes groups, who locks them in another order. */
create function private.lock_groups_of_deleted() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.lock_news_groups();
  return null;
end
$$;
create trigger lock_groups_of_deleted before delete on public.news_items
  for each statement execute function private.lock_groups_of_deleted();

select private.admit_service_role();
