-- All that administrators do for single subscribers: they add one, who then has to confirm, and undo a mistake.

/* Adds a pending subscriber, whose consent says which administrator asked for the mail. Returns {outcome, id}. The outcome is
   added; or subscribed, pending, or why the address is not to be mailed: unsubscribed, administrator, bounced, complained or
   erased. Only the server calls it, with an address that it has checked. */
create function private.add_subscriber(p_email text, p_language text, p_actor uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  address constant text := lower(btrim(p_email));
  known public.newsletter_subscribers;
  added uuid;
  blocked text;
begin
  select reason into blocked from private.suppressed_addresses where address_hash = private.sha256_hex(address);
  if blocked is null then
    insert into public.newsletter_subscribers (email, language) values (address, p_language)
      on conflict (lower(email)) do nothing returning id into added;
  end if;
  if added is null then
    select * into known from public.newsletter_subscribers where lower(email) = address;
    return jsonb_build_object('id', known.id, 'outcome', coalesce(
      known.left_reason, blocked, case when known.confirmed then 'subscribed' else 'pending' end));
  end if;
  insert into private.newsletter_consents (subscriber_id, requested_consent)
  values (added, private.consent_asked(p_language, null, 'administrator') || jsonb_build_object('added_by', p_actor));
  return jsonb_build_object('outcome', 'added', 'id', added);
end
$$;

/* An administrator who takes an unsubscription back at once gets everything back: the links that it made invalid, too, with the
   time that they had. */
create function private.reopen_confirmations() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update private.newsletter_confirmation_tokens set expires_at = created_at + interval '72 hours'
    where subscriber_id = new.id and used_at is null and old.left_at > now() - interval '1 minute'
      and expires_at between old.left_at and old.left_at + interval '1 minute';
  return null;
end
$$;
create trigger reopen_confirmations after update of is_active on public.newsletter_subscribers
  for each row when (new.is_active and not old.is_active and old.left_reason = 'administrator')
  execute function private.reopen_confirmations();
