-- For the account page: where a user is signed in.

create function public.list_my_sessions() returns table (
  id uuid,
  user_agent text,
  ip text,
  created_at timestamptz,
  last_used_at timestamptz,
  aal text,
  is_current boolean
)
language sql stable security definer set search_path = ''
begin atomic
  select s.id, s.user_agent, host(s.ip), s.created_at,
    coalesce(s.refreshed_at at time zone 'utc', s.created_at) as last_used_at,
    coalesce(s.aal::text, 'aal1'), s.id::text = (select auth.jwt() ->> 'session_id') as is_current
  from auth.sessions s
  where s.user_id = (select auth.uid()) and (s.not_after is null or s.not_after > now())
    and (select private.session_is_proven())
  order by is_current desc, last_used_at desc, s.id;
end;

revoke execute on function public.list_my_sessions() from public;
grant execute on function public.list_my_sessions() to authenticated;
