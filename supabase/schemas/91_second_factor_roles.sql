-- Of which roles a second factor is demanded; private.roles_with_second_factor has them.

/* The roles whose people must show a second factor. Raises 42501 unless the caller is an administrator. */
create function public.list_second_factor_roles() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.is_admin() then
    raise exception using errcode = '42501', message = 'Only administrators can see who needs a second factor.';
  end if;
  return to_jsonb(array(select role from private.roles_with_second_factor order by role));
end
$$;

/* Demands a second factor of these roles and of no others. Returns {changed}. Raises 42501 unless the caller is an administrator, and
   P0001 for a role that does not exist, or when administrators shall need one and the caller has not shown any: nobody could come back. */
create function public.set_second_factor_roles(p_roles text[]) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  before text[];
  wanted constant text[] := array(select distinct role from unnest(p_roles) as role order by role);
begin
  perform private.begin_role_change();
  perform private.demand_roles(case when cardinality(p_roles) <= 100 then wanted end);
  if 'admin' = any (wanted) and not exists (
      select from auth.sessions where user_id = auth.uid() and id::text = auth.jwt() ->> 'session_id'
        and aal = 'aal2' and auth.jwt() ->> 'aal' = 'aal2') then
    raise exception using errcode = 'P0001',
      message = 'Sign in with a second factor of your own first; otherwise you could not come back.';
  end if;
  before := array(select role from private.roles_with_second_factor order by role);
  if before = wanted then
    return jsonb_build_object('changed', false);
  end if;
  delete from private.roles_with_second_factor where not role = any (wanted);
  insert into private.roles_with_second_factor (role) select unnest(wanted) on conflict do nothing;
  perform private.record_act('administrators', 'demand_second_factor', 'changed who needs a second factor', p_details =>
    jsonb_build_object('roles', private.change_in_words(
      nullif(array_to_string(before, ', '), ''), nullif(array_to_string(wanted, ', '), ''))));
  return jsonb_build_object('changed', true);
end
$$;

/* Has open connections of everybody with the role checked again. */
create function private.announce_second_factor() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform pg_notify('realtime', jsonb_build_object('kind', 'access', 'user', user_id)::text)
    from public.user_roles where role = coalesce(new.role, old.role);
  return null;
end
$$;
create trigger announce_second_factor after insert or delete on private.roles_with_second_factor
  for each row execute function private.announce_second_factor();

grant execute on function
  public.list_second_factor_roles(),
  public.set_second_factor_roles(text[])
to authenticated;
