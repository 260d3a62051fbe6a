-- Once a user has a second factor, a password alone proves little: such a session sees its own roles, and nothing else of the desk.

/*
 * Whether the session of the token lives, and has shown a second factor where its user has one: by its row and by the token,
 * for a token of before does not become more than it was. Security definer, because nobody may read these tables.
 */
create function private.session_is_proven() returns boolean
language sql stable security definer set search_path = ''
return exists (
  select from auth.sessions join auth.users on users.id = sessions.user_id
  where sessions.user_id = (select auth.uid()) and sessions.id::text = (select auth.jwt() ->> 'session_id')
    and (sessions.not_after is null or sessions.not_after > now())
    and (users.banned_until is null or users.banned_until <= now())
    and (
      (sessions.aal = 'aal2' and (select auth.jwt() ->> 'aal') = 'aal2')
      or not exists (
        select from auth.mfa_factors where mfa_factors.user_id = users.id and mfa_factors.status = 'verified'))
);

grant execute on function private.session_is_proven() to anon, authenticated, service_role;

-- In one query, because every statement of the desk asks it.
create or replace function private.is_admin() returns boolean
language sql stable security definer set search_path = ''
return exists (
  select from auth.sessions join auth.users on users.id = sessions.user_id
    join public.user_roles on user_roles.user_id = users.id and user_roles.role = 'admin'
  where sessions.user_id = (select auth.uid()) and sessions.id::text = (select auth.jwt() ->> 'session_id')
    and (sessions.not_after is null or sessions.not_after > now())
    and (users.banned_until is null or users.banned_until <= now())
    and (
      (sessions.aal = 'aal2' and (select auth.jwt() ->> 'aal') = 'aal2')
      or not exists (
        select from auth.mfa_factors where mfa_factors.user_id = users.id and mfa_factors.status = 'verified'))
);
