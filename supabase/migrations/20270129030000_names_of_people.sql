-- Histories name people who have no role any more, and no name looks like the address of a colleague.
alter table public.profiles drop constraint profiles_display_name, add constraint profiles_display_name check (
  display_name is null or private.is_line(to_jsonb(display_name), 60) and position('@' in display_name) = 0);

/* The names and pictures of everybody who has or had a role, for histories. Raises 42501 unless the caller has one. */
create function public.list_people()
returns table (user_id uuid, name text, picture text)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  if not private.is_member() then
    raise exception using errcode = '42501', message = 'Only people of the desk can see who else is there.';
  end if;
  return query
    select profiles.user_id, private.name_of_person(profiles.user_id), profiles.picture from public.profiles order by 2, 1;
end
$$;

grant execute on function public.list_people() to authenticated;
