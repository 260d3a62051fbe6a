-- Sign-in refuses a banned user, whose access token was good for data for up to another hour.

-- Security definer, because nobody may read auth.sessions. Compared as text: a claim may hold anything.
create or replace function private.session_is_alive() returns boolean
language sql stable security definer set search_path = ''
return exists (
  select from auth.sessions join auth.users on users.id = sessions.user_id
  where sessions.user_id = auth.uid() and sessions.id::text = auth.jwt() ->> 'session_id'
    and (sessions.not_after is null or sessions.not_after > now())
    and (users.banned_until is null or users.banned_until <= now())
);
