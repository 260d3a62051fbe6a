-- An invitation gives no role before it is accepted: the owner of a mistyped address could otherwise take over the role
-- with 'Forgot password?'.
create table private.administrator_invitations (
  -- Of the latest invitation of the address: a mail that is still queued for an earlier one is not sent.
  id uuid not null default gen_random_uuid() unique,
  email text primary key check (email = lower(email)),
  invited_by uuid not null references auth.users (id) on delete cascade,
  -- None until the mail is about to leave.
  token_hash text unique check (token_hash <> ''),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '72 hours'
);
create index administrator_invitations_invited_by on private.administrator_invitations (invited_by);
alter table private.administrator_invitations enable row level security;

/* Invites an address, or invites it again, in the name of the administrator of the request. Only the server calls it.
   Returns the id of the invitation.
   Raises 42501 for other callers, and 23505 when the address belongs to an administrator already. */
create function private.invite_administrator(p_email text) returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  invitation uuid;
begin
  -- Locked: a concurrent removal of the caller either waits and then deletes the invitation, or came first.
  perform from public.user_roles where user_id = auth.uid() and role = 'admin' for key share;
  if not found or not private.is_admin() then
    raise exception using errcode = '42501', message = 'Only administrators can invite.';
  end if;
  if exists (select from public.user_roles join auth.users on users.id = user_roles.user_id
    where lower(users.email) = p_email and user_roles.role = 'admin') then
    raise exception using errcode = '23505', message = 'This address is an administrator already.';
  end if;
  delete from private.administrator_invitations where expires_at <= now();
  insert into private.administrator_invitations (email, invited_by) values (p_email, auth.uid())
    on conflict (email) do update set id = excluded.id, invited_by = excluded.invited_by, token_hash = null,
      created_at = excluded.created_at, expires_at = excluded.expires_at
    returning id into invitation;
  return invitation;
end
$$;

/* The invitations of a user end with the role. */
create function private.end_invitations() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.administrator_invitations where invited_by in (select user_id from removed where role = 'admin');
  return null;
end
$$;
create trigger end_invitations_on_delete after delete on public.user_roles
  referencing old table as removed for each statement execute function private.end_invitations();
create trigger end_invitations_on_update after update on public.user_roles
  referencing old table as removed for each statement execute function private.end_invitations();

/* Everyone who is an administrator or is invited. Raises 42501 unless the caller is an administrator. */
create function public.list_administrators()
returns table (user_id uuid, email text, status text, created_at timestamptz, last_sign_in_at timestamptz, has_factor boolean)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  if not private.is_admin() then
    raise exception using errcode = '42501', message = 'Only administrators can see who is one.';
  end if;
  return query
    select users.id, users.email::text, 'active', roles.created_at, users.last_sign_in_at,
      exists (select from auth.mfa_factors factors where factors.user_id = users.id and factors.status = 'verified')
    from public.user_roles roles join auth.users on users.id = roles.user_id where roles.role = 'admin'
    union all
    select null, invitations.email, 'invited', invitations.created_at, null, false
    from private.administrator_invitations invitations where invitations.expires_at > now()
    order by 3, 2;
end
$$;

/* Removes the role of an administrator, ends its sessions and invalidates the links that were mailed to it. Returns
   {removed}: whether there was such an administrator. Raises 42501 unless the caller is an administrator, and 23001
   for the last one. */
create function public.remove_administrator(p_user_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  if not private.is_admin() then
    raise exception using errcode = '42501', message = 'Only administrators can remove one.';
  end if;
  delete from public.user_roles where user_id = p_user_id and role = 'admin';
  if not found then
    return jsonb_build_object('removed', false);
  end if;
  delete from auth.one_time_tokens where user_id = p_user_id;
  delete from auth.sessions where user_id = p_user_id;
  return jsonb_build_object('removed', true);
end
$$;

/* Withdraws the invitation of an address, which ends the mailed link. Returns {withdrawn}: whether there was one.
   Raises 42501 unless the caller is an administrator. */
create function public.withdraw_invitation(p_email text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  if not private.is_admin() then
    raise exception using errcode = '42501', message = 'Only administrators can withdraw an invitation.';
  end if;
  delete from private.administrator_invitations where email = lower(p_email);
  return jsonb_build_object('withdrawn', found);
end
$$;

/* Administrators whose password the server has made and printed, until they choose one of their own. What was printed may stand in a
   terminal or a log. */
create table private.printed_passwords (
  user_id uuid primary key references auth.users (id) on delete cascade,
  printed_at timestamptz not null default now()
);
alter table private.printed_passwords enable row level security;

grant execute on function
  public.list_administrators(),
  public.remove_administrator(uuid),
  public.withdraw_invitation(text)
to authenticated;
