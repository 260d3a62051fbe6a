-- The answer to a sign-up said by its work whether a mail went out; now it spends the ticket, and a job decides the rest.

drop function private.spend_send_ticket(text, text, text);
drop function private.forget_mailing(text, text);

/* Spends a send ticket, which says nothing about the address. Only the server calls it. */
create function private.spend_send_ticket(p_email text, p_ticket text) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  update public.newsletter_send_tickets set used_at = now()
    where ticket_hash = private.sha256_hex(p_ticket) and email = lower(btrim(p_email))
      and used_at is null and expires_at > now();
  return found;
end
$$;

revoke all on function private.spend_send_ticket(text, text) from public;

/* Decides what an address that was signed up is mailed now, and takes note of it. Only the server calls it, with the hash of
   the token that it is about to mail. Answers {outcome, email, language}; outcome is confirm (mail the token),
   already_subscribed (mail a note) or silent (mailed within ten minutes, or gone). Of the links of an address that may still
   be opened, the latest five stay. */
create function private.begin_confirmation_mail(p_email text, p_token_hash text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  subscriber public.newsletter_subscribers;
  asked private.newsletter_consents;
begin
  select * into subscriber from public.newsletter_subscribers where lower(email) = lower(btrim(p_email)) for update;
  select * into asked from private.newsletter_consents where subscriber_id = subscriber.id;
  if subscriber.id is null or asked.confirmation_sent_at > now() - interval '10 minutes' then
    return jsonb_build_object('outcome', 'silent');
  end if;

  insert into private.newsletter_consents (subscriber_id, confirmation_sent_at) values (subscriber.id, now())
    on conflict (subscriber_id) do update set confirmation_sent_at = excluded.confirmation_sent_at;
  if not (subscriber.confirmed and subscriber.is_active) then
    insert into private.newsletter_confirmation_tokens (token_hash, subscriber_id, requested_consent)
    values (p_token_hash, subscriber.id, coalesce(asked.requested_consent, '{}'));
    delete from private.newsletter_confirmation_tokens where token_hash in (
      select token_hash from private.newsletter_confirmation_tokens
      where subscriber_id = subscriber.id and used_at is null and expires_at > now()
      order by created_at desc offset 5);
  end if;
  return jsonb_build_object(
    'outcome', case when subscriber.confirmed and subscriber.is_active then 'already_subscribed' else 'confirm' end,
    'email', subscriber.email, 'language', subscriber.language);
end
$$;

revoke all on function private.begin_confirmation_mail(text, text) from public;

/* Nothing was mailed after all: the address may be mailed again at once, and the token that nobody has is withdrawn. */
create function private.withdraw_confirmation_mail(p_email text, p_token_hash text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  subscriber public.newsletter_subscribers;
begin
  select * into subscriber from public.newsletter_subscribers where lower(email) = lower(btrim(p_email)) for update;
  update private.newsletter_consents set confirmation_sent_at = null where subscriber_id = subscriber.id;
  delete from private.newsletter_confirmation_tokens where token_hash = p_token_hash and subscriber_id = subscriber.id;
end
$$;

revoke all on function private.withdraw_confirmation_mail(text, text) from public;
