-- A connection that is open in the name of a session is to end with it, in every process.

/* Notifies on channel realtime that what a user may do has changed. The argument is the column with the id of the user. */
create function auth.announce_access_change() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform pg_notify('realtime', jsonb_build_object('kind', 'access', 'user',
    case when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end ->> tg_argv[0])::text);
  return null;
end
$$;

create trigger announce_access_change after delete or update of not_after, aal on auth.sessions
  for each row execute function auth.announce_access_change('user_id');
create trigger announce_access_change after update of banned_until on auth.users
  for each row execute function auth.announce_access_change('id');
create trigger announce_access_change after insert or delete or update of status on auth.mfa_factors
  for each row execute function auth.announce_access_change('user_id');
