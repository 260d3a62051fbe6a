-- An access token outlives its session by up to an hour; whoever logged out, or was logged out, is no administrator at once.

-- Security definer, because nobody may read auth.sessions. Compared as text: a claim may hold anything.
create function private.session_is_alive() returns boolean
language sql stable security definer set search_path = ''
return exists (
  select from auth.sessions
  where user_id = auth.uid() and id::text = auth.jwt() ->> 'session_id' and (not_after is null or not_after > now())
);

grant execute on function private.session_is_alive() to anon, authenticated, service_role;

create or replace function private.is_admin() returns boolean
language sql stable security definer set search_path = ''
return private.session_is_alive()
  and exists (select from public.user_roles where user_id = auth.uid() and role = 'admin');

alter policy "users read their own roles" on public.user_roles
  using (user_id = (select auth.uid()) and (select private.session_is_alive()));
