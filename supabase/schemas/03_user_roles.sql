/* Whether the session of the access token is alive: an access token outlives its session by up to an hour, but a user who has logged
   out or is banned loses access at once. Security definer, because only the server may read auth.sessions. Compared as text,
   because a claim may hold anything. */
create function private.session_is_alive() returns boolean
language sql stable security definer set search_path = ''
return exists (
  select from auth.sessions join auth.users on users.id = sessions.user_id
  where sessions.user_id = auth.uid() and sessions.id::text = auth.jwt() ->> 'session_id'
    and (sessions.not_after is null or sessions.not_after > now())
    and (users.banned_until is null or users.banned_until <= now())
);

-- Roles: a user with a row `admin` is an administrator.
create table public.user_roles (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  role text not null check (role = 'admin'),
  created_at timestamptz not null default now(),
  unique (user_id, role)
);
alter table public.user_roles enable row level security;
grant select on public.user_roles to authenticated;
grant all on public.user_roles to service_role;
create policy "users read their own roles" on public.user_roles
  for select to authenticated using (user_id = (select auth.uid()) and (select private.session_is_alive()));
create trigger announce_row_change after insert or update or delete on public.user_roles
  for each row execute function private.announce_row_change('id');
create trigger announce_reload after truncate on public.user_roles
  for each statement execute function private.announce_reload();

/* Whether the caller is an administrator with a live session, which has shown a second factor where the user has one. Security
   definer, because a policy that read user_roles through its own policy would recurse. One query, because every policy asks it. */
create function private.is_admin() returns boolean
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

/* Whether the session of the token is alive and has shown a second factor, where its user has one: both its row and
   the token must say so, because an older token does not gain rights. Without it a session sees its own roles and
   nothing else of the desk. Security definer, because only the server may read these tables. */
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

/* Where a user is signed in, for the account page. */
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

-- The last administrator cannot be removed in any way, because only an administrator can invite another one.

/* Whether a user is an administrator who may sign in. */
create function private.can_administrate(p_user_id uuid) returns boolean
language sql stable security definer set search_path = ''
return exists (
  select from public.user_roles join auth.users on users.id = user_roles.user_id
  where user_roles.user_id = p_user_id and user_roles.role = 'admin'
    and (users.banned_until is null or users.banned_until <= now())
);

/* Locks before any row is touched. Otherwise two administrators who remove each other at the same moment would each
   see the other one stay. */
create function private.take_turns_with_roles() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('roles of administrators', 0));
  return null;
end
$$;

/* Refuses a change of user_roles that would leave no administrator who may sign in. */
create function private.keep_an_administrator() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'TRUNCATE' then
    if not exists (select from public.user_roles where role = 'admin') then
      return null;
    end if;
  else
    if not exists (select from removed where role = 'admin') then
      return null;
    end if;
    -- Locked, because a transaction that does not see what others did since it began is to fail rather than to go on.
    perform from public.user_roles where role = 'admin' and private.can_administrate(user_id) limit 1 for share;
    if found then
      return null;
    end if;
  end if;
  raise exception using errcode = '23001', message = 'The last administrator cannot be removed.',
    hint = 'Invite another administrator first.';
end
$$;
create trigger take_turns_with_roles before delete or update or truncate on public.user_roles
  for each statement execute function private.take_turns_with_roles();
create trigger keep_an_administrator_on_delete after delete on public.user_roles
  referencing old table as removed for each statement execute function private.keep_an_administrator();
create trigger keep_an_administrator_on_update after update on public.user_roles
  referencing old table as removed for each statement execute function private.keep_an_administrator();
create trigger keep_an_administrator_on_truncate before truncate on public.user_roles
  for each statement execute function private.keep_an_administrator();

/* Notifies that a user may have lost a role, so that open connections of the user are checked again. */
create function private.announce_role_change() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform pg_notify('realtime', jsonb_build_object('kind', 'access', 'user', old.user_id)::text);
  return null;
end
$$;
create trigger announce_role_change after update or delete on public.user_roles
  for each row execute function private.announce_role_change();

grant execute on function
  private.is_admin(),
  private.session_is_alive(),
  private.session_is_proven()
to anon, authenticated, service_role;
grant execute on function
  public.list_my_sessions()
to authenticated;
