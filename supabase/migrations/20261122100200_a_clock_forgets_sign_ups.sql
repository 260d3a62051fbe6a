-- What is not needed any more was forgotten by whoever signed up next; the service has a clock for that now.

/* Answers {success, email, confirmation_token}, where confirmation_token is a send ticket.
   Raises 22023 with the message for the reader when the address is no e-mail address. */
create or replace function public.subscribe_newsletter(p_email text, p_language text default 'en') returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  typed text := btrim(coalesce(p_email, ''));
  address text := lower(typed);
  reader_language text := case when p_language in ('en', 'es', 'fr', 'de', 'it', 'pt') then p_language else 'en' end;
  headers jsonb := coalesce(nullif(current_setting('request.headers', true), ''), '{}')::jsonb;
  ticket text := private.random_token();
  asking_subscriber uuid;
begin
  if char_length(address) > 255 then
    raise exception using errcode = '22023', message = 'Email too long';
  end if;
  -- The HTML standard's pattern for type=email, with at least one dot in the domain. Checked as typed: lower() makes
  -- plain letters of some that are not, such as the Kelvin sign, and the mail would go to somebody else.
  if typed !~ '^[A-Za-z0-9.!#$%&''*+/=?^_`{|}~-]+@[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?(\.[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?)+$' then
    raise exception using errcode = '22023', message = 'Invalid email address';
  end if;

  insert into public.newsletter_subscribers as subscriber (email, language) values (address, reader_language)
    on conflict (lower(email)) do update
      set language = excluded.language,
          -- Who was about to be forgotten is as good as new.
          subscribed_at = case when subscriber.confirmed or subscriber.subscribed_at > now() - interval '30 days'
            then subscriber.subscribed_at else excluded.subscribed_at end
      where not subscriber.confirmed or not subscriber.is_active
    returning id into asking_subscriber;
  -- Null for who is subscribed already: about them nothing changes.
  if asking_subscriber is not null then
    insert into private.newsletter_consents (subscriber_id, requested_consent)
    values (asking_subscriber, jsonb_build_object(
      'asked', 'weekly newsletter by e-mail', 'at', now(), 'ip', headers ->> 'x-client-ip'))
    on conflict (subscriber_id) do update set requested_consent = excluded.requested_consent;
  end if;

  insert into public.newsletter_send_tickets (ticket_hash, email) values (private.sha256_hex(ticket), address);

  return jsonb_build_object('success', true, 'email', address, 'confirmation_token', ticket);
end
$$;

drop function private.forget_expired_sign_ups();
