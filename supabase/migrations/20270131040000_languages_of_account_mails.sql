-- Mails about an account are in the language of the person, and an invitation in one that is chosen with it.
alter table private.invitations add column language text not null default 'en' references private.languages (code);

create function private.mail_language(p_user_id uuid) returns text
language sql stable security definer set search_path = ''
return coalesce((select language from public.profiles where user_id = p_user_id), 'en');

drop function private.invite_member(text, text, text[], text[]);
create function private.invite_member(
  p_email text, p_role text, p_languages text[], p_permissions text[], p_mail_language text default null) returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  invitation uuid;
begin
  -- Locked: a concurrent removal of the caller either waits and then deletes the invitation, or came first.
  perform from public.user_roles where user_id = auth.uid() and role = 'admin' for share;
  if not found or not private.is_admin() then
    raise exception using errcode = '42501', message = 'Only administrators can invite.';
  end if;
  perform private.demand_membership(p_role, p_languages, p_permissions);
  if not private.is_language(coalesce(p_mail_language, 'en')) then
    raise exception using errcode = 'P0001', message = 'There is no such language for mails.';
  end if;
  if exists (select from public.user_roles join auth.users on users.id = user_roles.user_id where lower(users.email) = p_email) then
    raise exception using errcode = '23505', message = 'This person has a role already.';
  end if;
  delete from private.invitations where expires_at <= now();
  insert into private.invitations as earlier (email, invited_by, role, languages, permissions, language)
    values (p_email, auth.uid(), p_role, p_languages, p_permissions,
      coalesce(p_mail_language, p_languages[1], private.mail_language(auth.uid())))
    on conflict (email) do update set id = excluded.id, invited_by = excluded.invited_by, token_hash = null,
      created_at = excluded.created_at, expires_at = excluded.expires_at,
      role = excluded.role, languages = excluded.languages, permissions = excluded.permissions,
      language = coalesce(p_mail_language, earlier.language)
    returning id into invitation;
  return invitation;
end
$$;
