-- Without an administrator nobody can let anybody in again: the last one stays, whatever would remove it.

/* Whether a user is an administrator who may sign in. */
create function private.can_administrate(p_user_id uuid) returns boolean
language sql stable security definer set search_path = ''
return exists (
  select from public.user_roles join auth.users on users.id = user_roles.user_id
  where user_roles.user_id = p_user_id and user_roles.role = 'admin'
    and (users.banned_until is null or users.banned_until <= now())
);

/* Before any row is touched: two who remove each other at the same moment would else both see the other one stay. */
create function private.take_turns_with_roles() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('roles of administrators', 0));
  return null;
end
$$;

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
