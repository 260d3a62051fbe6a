-- Administrators see who else is one or is invited, and may take that back.

/* Everyone who is an administrator or is invited. Raises 42501 for who is none. */
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

/* Takes the role of an administrator, ends its sessions, and what it was mailed. Answers {removed}: whether there was such
   an administrator. Raises 42501 for who is none, and 23001 for the last one. */
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

/* Withdraws the invitation of an address; a link that was mailed ends. Answers {withdrawn}: whether there was one. Raises
   42501 for who is no administrator. */
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

revoke all on function public.list_administrators(), public.remove_administrator(uuid), public.withdraw_invitation(text)
  from public, anon;
grant execute on function public.list_administrators(), public.remove_administrator(uuid), public.withdraw_invitation(text)
  to authenticated, service_role;
