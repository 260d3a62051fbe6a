/* Tells whether the session of the access token is alive: an access token outlives its session by up to an hour, but a user who has logged
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

-- The facts of a role, said once. core/domain/role.ts has the same for the desk, and a test compares the two. These functions set no search path,
-- so that PostgreSQL can inline them.

/* The roles, in the order in which they are named. */
create function private.roles() returns text[]
language sql immutable
return array['admin', 'editor', 'author', 'translator', 'newsletter'];

/* Returns what a role may do. "have_articles" is to own originals and to take over those of others, "own_drafts" to write only what one owns, and
   "own_languages" to translate into the languages of the person. */
create function private.rights_of(p_role text) returns text[]
language sql immutable
return case p_role
  when 'admin' then array['edit', 'have_articles', 'read_drafts', 'plan', 'make_newsletters']
  when 'editor' then array['edit', 'have_articles', 'read_drafts', 'plan', 'make_newsletters']
  when 'author' then array['own_drafts', 'have_articles', 'read_drafts', 'plan']
  when 'translator' then array['own_languages', 'read_drafts']
  when 'newsletter' then array['plan', 'make_newsletters']
  else '{}' end;

/* Returns what an administrator can allow to a role beyond its rights: to approve and send, to see the addresses of subscribers, to publish. An
   administrator needs none. */
create function private.permissions_of(p_role text) returns text[]
language sql immutable
return case p_role
  when 'editor' then array['addresses', 'send']
  when 'translator' then array['publish']
  when 'newsletter' then array['addresses', 'send']
  else '{}' end;

create function private.role_has(p_role text, p_right text) returns boolean
language sql immutable
return p_right = any (private.rights_of(p_role));

/* Raises P0001 for roles that do not exist. */
create function private.demand_roles(p_roles text[]) returns void
language plpgsql immutable set search_path = ''
as $$
begin
  if p_roles is null or array_position(p_roles, null) is not null or not p_roles <@ private.roles() then
    raise exception using errcode = 'P0001', message = 'There is no such role. Roles are '
      || array_to_string(trim_array(private.roles(), 1), ', ') || ' and ' || (private.roles())[cardinality(private.roles())] || '.';
  end if;
end
$$;

-- The people who may sign in at the desk, each with one role. What a role may do is said by the policies and functions of every table, which ask
-- the functions below; docs/roles.md lists it.
create table public.user_roles (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null unique references auth.users (id) on delete cascade,
  role text not null check (role = any (private.roles())),
  created_at timestamptz not null default now(),
  -- Of a translator: those that they write.
  languages text[] not null default '{}' constraint user_roles_languages check (
    case when private.role_has(role, 'own_languages') then cardinality(languages) between 1 and 100
      and not 'en' = any (languages) and private.is_list_of_languages(to_jsonb(languages))
    else languages = '{}' end),
  -- The permissions that an administrator has given beyond the role.
  permissions text[] not null default '{}' constraint user_roles_permissions check (
    cardinality(permissions) <= 2 and permissions <@ private.permissions_of(role))
);
comment on table public.user_roles is '{"live": true}';
grant select on public.user_roles to authenticated;
grant all on public.user_roles to service_role;
create policy "users read their own roles" on public.user_roles
  for select to authenticated using (user_id = (select auth.uid()) and (select private.session_is_alive()));

-- The roles whose people must have shown a second factor before they may do anything.
create table private.roles_with_second_factor (
  role text primary key check (role = any (private.roles()))
);

/* The role of the caller, with languages and permissions; null for who has none, whose session has ended, or who has not shown the second
   factor that they have or that their role demands. Security definer, because a policy that read user_roles through its own policy would
   recurse. One query, because every policy asks it. */
create function private.desk_member() returns public.user_roles
language sql stable security definer set search_path = ''
return (
  select user_roles from auth.sessions join auth.users on users.id = sessions.user_id
    join public.user_roles on user_roles.user_id = users.id
  where sessions.user_id = (select auth.uid()) and sessions.id::text = (select auth.jwt() ->> 'session_id')
    and (sessions.not_after is null or sessions.not_after > now())
    and (users.banned_until is null or users.banned_until <= now())
    and (
      (sessions.aal = 'aal2' and (select auth.jwt() ->> 'aal') = 'aal2')
      or not exists (
          select from auth.mfa_factors where mfa_factors.user_id = users.id and mfa_factors.status = 'verified')
        and not exists (
          select from private.roles_with_second_factor as demanded where demanded.role = user_roles.role))
);

-- The questions of policies and functions. None of them sets a search path, so that PostgreSQL can inline them.

/* Tells whether the caller may do everything. */
create function private.is_admin() returns boolean
language sql stable
return coalesce((private.desk_member()).role = 'admin', false);

create function private.has_right(p_right text) returns boolean
language sql stable
return private.role_has((private.desk_member()).role, p_right);

/* Tells whether the caller may sign in at the desk at all. */
create function private.is_member() returns boolean
language sql stable
return (private.desk_member()).role is not null;

/* Tells whether the caller has all of articles, translations, pictures and the glossary. */
create function private.is_editor() returns boolean
language sql stable
return private.has_right('edit');

create function private.is_author() returns boolean
language sql stable
return private.has_right('own_drafts');

create function private.is_translator() returns boolean
language sql stable
return private.has_right('own_languages');

/* Tells whether the caller makes issues of the newsletter, to the point of their approval. */
create function private.makes_newsletters() returns boolean
language sql stable
return private.has_right('make_newsletters');

/* Tells whether an administrator has allowed it to the caller, or the caller is one. */
create function private.is_allowed(p_permission text) returns boolean
language sql stable
return coalesce((select role = 'admin' or p_permission = any (permissions) from private.desk_member()), false);

/* The languages that the caller translates into: those of a translator, all for an editor, none for others. */
create function private.translated_languages() returns text[]
language sql stable security definer set search_path = ''
return (
  select case when private.role_has(role, 'edit') then array(select code from private.languages where code <> 'en')
    when private.role_has(role, 'own_languages') then languages else '{}' end
  from private.desk_member() where role is not null);

/* Tells whether the session of the token is alive and has shown a second factor, where its user has one: both its row and
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

/* Returns where a user is signed in, for the account page. */
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

/* Tells whether a user is an administrator who may sign in. */
create function private.can_administrate(p_user_id uuid) returns boolean
language sql stable security definer set search_path = ''
return exists (
  select from public.user_roles join auth.users on users.id = user_roles.user_id
  where user_roles.user_id = p_user_id and user_roles.role = 'admin'
    and (users.banned_until is null or users.banned_until <= now())
);

/* Tells whether a user is an editor, or an administrator, who may sign in. */
create function private.can_edit(p_user_id uuid) returns boolean
language sql stable security definer set search_path = ''
return exists (
  select from public.user_roles join auth.users on users.id = user_roles.user_id
  where user_roles.user_id = p_user_id and private.role_has(user_roles.role, 'edit')
    and (users.banned_until is null or users.banned_until <= now())
);

/* Tells whether a user has a role and may sign in with it. */
create function private.may_sign_in(p_user_id uuid) returns boolean
language sql stable security definer set search_path = ''
return exists (
  select from public.user_roles join auth.users on users.id = user_roles.user_id
  where user_roles.user_id = p_user_id and (users.banned_until is null or users.banned_until <= now())
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

/* Notifies that a user has another role or none, so that open connections of the user are checked again. */
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
  private.desk_member(),
  private.has_right(text),
  private.is_admin(),
  private.is_allowed(text),
  private.is_author(),
  private.is_editor(),
  private.is_member(),
  private.is_translator(),
  private.makes_newsletters(),
  private.permissions_of(text),
  private.rights_of(text),
  private.role_has(text, text),
  private.roles(),
  private.translated_languages(),
  private.session_is_alive(),
  private.session_is_proven()
to anon, authenticated, service_role;
grant execute on function
  public.list_my_sessions()
to authenticated;
