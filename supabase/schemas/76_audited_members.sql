-- Who is at the desk and as what, in the audit log.

/* An invitation that has ended by itself or with its inviter, or was accepted, was not taken back. */
create function private.record_invitation() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    if old.expires_at > now() and auth.uid() is not null and pg_trigger_depth() = 1 then
      perform private.record_act('administrators', 'withdraw_invitation', 'took back the invitation of %s', old.email);
    end if;
  elsif tg_op = 'INSERT' or new.id <> old.id then
    perform private.record_act('administrators', 'invite_member',
      'invited %s as ' || private.role_in_words(new.role, new.languages, new.permissions), new.email, p_actor => new.invited_by);
  elsif (old.role, old.languages, old.permissions) <> (new.role, new.languages, new.permissions) then
    perform private.record_act('administrators', 'change_invitation',
      'changed the invitation of %s to that of ' || private.role_in_words(new.role, new.languages, new.permissions), new.email);
  end if;
  return null;
end
$$;
create trigger record_invitation after insert or update or delete on private.invitations
  for each row execute function private.record_invitation();

create function private.record_role() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  account text := (select email from auth.users where id = coalesce(new.user_id, old.user_id));
  is_now text;
  was text;
begin
  if tg_op <> 'DELETE' then
    is_now := private.role_in_words(new.role, new.languages, new.permissions);
  end if;
  if tg_op <> 'INSERT' then
    was := private.role_in_words(old.role, old.languages, old.permissions);
  end if;
  if tg_op = 'INSERT' and current_setting('audit.actor', true) = new.user_id::text then
    perform private.record_act('administrators', 'accept_invitation', 'accepted an invitation, and is ' || is_now || ' now',
      p_subject_id => new.user_id);
  elsif tg_op = 'INSERT' then
    perform private.record_act('administrators', 'add_member', 'made %s ' || is_now, account, new.user_id);
  elsif tg_op = 'DELETE' then
    perform private.record_act('administrators', 'remove_member', 'removed %s, who was ' || was,
      coalesce(account, 'a deleted account'), old.user_id);
  elsif new.user_id <> old.user_id or is_now <> was then
    perform private.record_act('administrators', 'change_role', 'made %s ' || is_now, account, new.user_id,
      jsonb_build_object('role', private.change_in_words(was, is_now)));
  end if;
  return null;
end
$$;
create trigger record_role after insert or update or delete on public.user_roles
  for each row execute function private.record_role();
