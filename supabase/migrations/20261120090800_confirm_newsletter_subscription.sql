-- Confirmation: a send ticket is traded for a mail, and the token in that mail confirms the address once.

/* Spends a send ticket and decides what may be mailed now. Only the server calls it, with the hash of the token it
   is about to mail. Answers {outcome, email, language}; outcome is
   confirm (mail the token), already_subscribed (mail a note), silent (mailed within ten minutes, or gone) or
   invalid_ticket. */
create function private.spend_send_ticket(p_email text, p_ticket text, p_token_hash text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  address text := lower(btrim(p_email));
  subscriber public.newsletter_subscribers;
begin
  update public.newsletter_send_tickets set used_at = now()
    where ticket_hash = private.sha256_hex(p_ticket) and email = address and used_at is null and expires_at > now();
  if not found then
    return jsonb_build_object('outcome', 'invalid_ticket');
  end if;

  select * into subscriber from public.newsletter_subscribers where lower(email) = address for update;
  if not found or subscriber.confirmation_sent_at > now() - interval '10 minutes' then
    return jsonb_build_object('outcome', 'silent');
  end if;

  if subscriber.confirmed and subscriber.is_active then
    update public.newsletter_subscribers set confirmation_sent_at = now() where id = subscriber.id;
  else
    update public.newsletter_subscribers
      set confirmation_token_hash = p_token_hash, confirmation_expires_at = now() + interval '72 hours',
          confirmation_used_at = null, confirmation_sent_at = now()
      where id = subscriber.id;
  end if;
  return jsonb_build_object(
    'outcome', case when subscriber.confirmed and subscriber.is_active then 'already_subscribed' else 'confirm' end,
    'email', subscriber.email, 'language', subscriber.language);
end
$$;

revoke all on function private.spend_send_ticket(text, text, text) from public;
grant execute on function private.spend_send_ticket(text, text, text) to service_role;

/* Answers {success, message, code}; code is confirmed, expired, used or invalid. */
create function public.confirm_newsletter_subscription(p_token text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  subscriber public.newsletter_subscribers;
  headers jsonb := coalesce(nullif(current_setting('request.headers', true), ''), '{}')::jsonb;
begin
  select * into subscriber from public.newsletter_subscribers
    where confirmation_token_hash = private.sha256_hex(btrim(p_token)) for update;
  if not found then
    return jsonb_build_object('success', false, 'code', 'invalid', 'message', 'Invalid confirmation link');
  elsif subscriber.confirmation_used_at is not null then
    return jsonb_build_object('success', false, 'code', 'used',
      'message', 'This confirmation link has already been used.');
  elsif subscriber.confirmation_expires_at <= now() then
    return jsonb_build_object('success', false, 'code', 'expired',
      'message', 'This confirmation link has expired. Please subscribe again.');
  end if;

  update public.newsletter_subscribers
    set confirmed = true, is_active = true, confirmed_at = now(), confirmation_used_at = now(),
        consent = requested_consent || jsonb_build_object('confirmed_at', now(), 'confirmed_ip', headers ->> 'x-client-ip')
    where id = subscriber.id;
  return jsonb_build_object('success', true, 'code', 'confirmed', 'message', 'Email confirmed successfully!');
end
$$;

revoke all on function public.confirm_newsletter_subscription(text) from public;
grant execute on function public.confirm_newsletter_subscription(text) to anon, authenticated, service_role;
