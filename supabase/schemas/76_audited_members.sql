-- The people of the desk and their roles, in the audit log.

create trigger record_invitation after insert or update or delete on private.invitations
  for each row execute function private.audit_row();

create trigger record_role after insert or update or delete on public.user_roles
  for each row execute function private.audit_row();
