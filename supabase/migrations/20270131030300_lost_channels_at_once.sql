-- Who loses an article because it is unpublished or deleted leaves its live channel at once.
create function private.announce_withdrawn_article() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform pg_notify('realtime', jsonb_build_object('kind', 'access', 'user', user_id)::text) from public.user_roles;
  return null;
end
$$;
create trigger announce_withdrawn_article after update of published on public.articles
  for each row when (old.published and not new.published) execute function private.announce_withdrawn_article();
create trigger announce_lost_article after delete on public.articles
  for each row execute function private.announce_withdrawn_article();
