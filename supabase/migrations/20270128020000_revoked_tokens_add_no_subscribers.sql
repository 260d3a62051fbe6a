-- An access token that is revoked while it imports subscribers adds none.
/* Functions of the server add subscribers with rights of their own. A token that was revoked while its file arrived adds none. */
create function private.check_token_subscribers() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if not private.has_scope('subscribers') then
    raise exception using errcode = '42501', message = 'This access token was revoked meanwhile, so nothing was stored.';
  end if;
  return null;
end
$$;
create trigger check_token_subscribers before insert or update on public.newsletter_subscribers
  for each statement when (auth.role() = 'access_token' and current_user <> 'access_token')
  execute function private.check_token_subscribers();
