-- Sign-up. The answer is the same for an address that is new, pending, confirmed or unsubscribed.

create function private.sha256_hex(p_text text) returns text
language sql immutable strict set search_path = ''
return encode(sha256(convert_to(p_text, 'UTF8')), 'hex');

-- Two random UUIDs: 244 bits from the server's strong random source.
create function private.random_token() returns text
language sql volatile set search_path = ''
return replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');

/* Answers {success, email, confirmation_token}, where confirmation_token is a send ticket.
   Raises 22023 with the message for the reader when the address is no e-mail address. */
create function public.subscribe_newsletter(p_email text, p_language text default 'en') returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  typed text := btrim(coalesce(p_email, ''));
  address text := lower(typed);
  reader_language text := case when p_language in ('en', 'es', 'fr', 'de', 'it', 'pt') then p_language else 'en' end;
  headers jsonb := coalesce(nullif(current_setting('request.headers', true), ''), '{}')::jsonb;
  ticket text := private.random_token();
begin
  if char_length(address) > 255 then
    raise exception using errcode = '22023', message = 'Email too long';
  end if;
  -- The HTML standard's pattern for type=email, with at least one dot in the domain. Checked as typed: lower() makes
  -- plain letters of some that are not, such as the Kelvin sign, and the mail would go to somebody else.
  if typed !~ '^[A-Za-z0-9.!#$%&''*+/=?^_`{|}~-]+@[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?(\.[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?)+$' then
    raise exception using errcode = '22023', message = 'Invalid email address';
  end if;

  -- Who never confirmed is forgotten after thirty days.
  delete from public.newsletter_subscribers
    where not confirmed and greatest(subscribed_at, confirmation_sent_at) < now() - interval '30 days';
  insert into public.newsletter_subscribers as subscriber (email, language, requested_consent)
  values (address, reader_language, jsonb_build_object(
    'asked', 'weekly newsletter by e-mail', 'at', now(), 'ip', headers ->> 'x-client-ip'))
  on conflict (lower(email)) do update
    set language = excluded.language, requested_consent = excluded.requested_consent
    where not subscriber.confirmed or not subscriber.is_active;

  delete from public.newsletter_send_tickets where expires_at < now() - interval '1 day';
  insert into public.newsletter_send_tickets (ticket_hash, email) values (private.sha256_hex(ticket), address);

  return jsonb_build_object('success', true, 'email', address, 'confirmation_token', ticket);
end
$$;

revoke all on function public.subscribe_newsletter(text, text) from public;
grant execute on function public.subscribe_newsletter(text, text) to anon, authenticated, service_role;
