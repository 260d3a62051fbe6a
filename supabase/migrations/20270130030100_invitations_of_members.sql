-- An invitation could bring somebody back who had got a role in another way and lost it.
/* An invitation ends when its address gets a role in another way, or loses one: who was removed must not come back with an older mail. */
create function private.end_invitation_of_member() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    delete from private.invitations where email = (select lower(users.email) from auth.users where users.id = old.user_id);
  else
    -- Whoever accepts it at this moment has locked it, and waits for this role.
    delete from private.invitations where id in (
      select invitations.id from private.invitations
      where invitations.email = (select lower(users.email) from auth.users where users.id = new.user_id) for update skip locked);
  end if;
  return null;
end
$$;
create trigger end_invitation_of_member after insert or delete on public.user_roles
  for each row execute function private.end_invitation_of_member();

delete from private.invitations where email in (
  select lower(users.email) from public.user_roles join auth.users on users.id = user_roles.user_id);
