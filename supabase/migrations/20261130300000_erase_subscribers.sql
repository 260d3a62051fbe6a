-- Whoever wants to be forgotten is, everywhere: what remains is a hash, so that no later import brings them back.

/* Erases a subscriber with consent, links and mails, and takes their address out of the ledger. Remembers the hash of the address, and writes
   into the audit log who erased which id, without the address; the actor is null when they did it themselves. Answers false when there is no such
   subscriber. Somebody who is erased may sign up again. */
create function private.erase_subscriber(p_id uuid) returns boolean
language plpgsql set search_path = ''
as $$
declare
  address text;
begin
  select lower(email) into address from public.newsletter_subscribers where id = p_id for update;
  if address is null then
    return false;
  end if;
  insert into private.suppressed_addresses as known (address_hash, reason) values (private.sha256_hex(address), 'erased')
    on conflict (address_hash) do update set reason = excluded.reason, suppressed_at = excluded.suppressed_at
      where known.reason <> 'complained';
  delete from public.newsletter_send_tickets where lower(email) = address;
  -- The same person may have an account, whose mails are no matter of the newsletter.
  delete from public.mail_deliveries where lower(recipient) = address
    and kind not in ('send-recovery-mail', 'send-sign-in-link', 'send-invitation', 'send-security-notice');
  delete from public.outbox_mails where lower(recipient) = address
    and not exists (select from public.mail_deliveries where mail_deliveries.message_id = outbox_mails.message_id);
  -- Deletes consent and links, and a trigger takes the address out of the ledger.
  delete from public.newsletter_subscribers where id = p_id;
  insert into public.audit_log (actor, action, subject_id) values (auth.uid(), 'erase_subscriber', p_id);
  return true;
end
$$;

revoke all on function private.erase_subscriber(uuid) from public;

/* Whoever has left by themselves, or cannot be mailed, and is deleted then, is not to come back by an import either. */
create function private.remember_who_left() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.suppressed_addresses (address_hash, reason)
  values (private.sha256_hex(lower(old.email)), case old.left_reason when 'unsubscribed' then 'erased' else old.left_reason end)
  on conflict (address_hash) do nothing;
  return null;
end
$$;

create trigger remember_who_left after delete on public.newsletter_subscribers
  for each row when (old.left_reason in ('unsubscribed', 'bounced', 'complained')) execute function private.remember_who_left();
