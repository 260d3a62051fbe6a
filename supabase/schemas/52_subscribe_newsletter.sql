-- Sign-up: the browser gets a send ticket, trades it for a mail, and the token in that mail confirms the address.

/* Returns {success, email, confirmation_token}, where confirmation_token is a send ticket. The answer is the same for
   an address that is new, pending, confirmed or unsubscribed. Raises 22023 with a message for the reader when the
   address is invalid. */
create function public.subscribe_newsletter(p_email text, p_language text default 'en') returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  typed text := btrim(coalesce(p_email, ''));
  address text := lower(typed);
  reader_language text := private.offered_language(p_language);
  headers jsonb := coalesce(nullif(current_setting('request.headers', true), ''), '{}')::jsonb;
  ticket text := private.random_token();
  asking_subscriber uuid;
begin
  if char_length(address) > 255 then
    raise exception using errcode = '22023', message = 'Email too long';
  end if;
  -- The HTML standard's pattern for type=email, with at least one dot in the domain. Checked as typed: lower() makes
  -- plain letters of some that are not, such as the Kelvin sign, and the mail would go to another address.
  if typed !~ '^[A-Za-z0-9.!#$%&''*+/=?^_`{|}~-]+@[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?(\.[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?)+$' then
    raise exception using errcode = '22023', message = 'Invalid email address';
  end if;

  insert into public.newsletter_subscribers as subscriber (email, language) values (address, reader_language)
    on conflict (lower(email)) do update
      set language = excluded.language,
          -- Somebody who was about to be forgotten is as good as new.
          subscribed_at = case when subscriber.confirmed or subscriber.subscribed_at > now() - interval '30 days'
            then subscriber.subscribed_at else excluded.subscribed_at end
      where not subscriber.confirmed or not subscriber.is_active
    returning id into asking_subscriber;
  -- Null for a current subscriber, who does not change.
  if asking_subscriber is not null then
    insert into private.newsletter_consents (subscriber_id, requested_consent)
    values (asking_subscriber, private.consent_asked(reader_language, headers ->> 'x-client-ip', 'form'))
    on conflict (subscriber_id) do update set requested_consent = excluded.requested_consent;
  end if;

  insert into public.newsletter_send_tickets (ticket_hash, email) values (private.sha256_hex(ticket), address);
  return jsonb_build_object('success', true, 'email', address, 'confirmation_token', ticket);
end
$$;

/* Redeems a send ticket, which contains nothing about the address. Only the server calls it. */
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

/* Returns {success, message, code}; code is confirmed, expired, used or invalid. A link that is opened again returns
   the same for a day and changes nothing, because a mail scanner or a second click may have opened it before; used at
   once when its reader has left since. Any
   other link of a subscribed address is spent without a change. */
create function public.confirm_newsletter_subscription(p_token text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  hash constant text := private.sha256_hex(btrim(p_token));
  headers jsonb := coalesce(nullif(current_setting('request.headers', true), ''), '{}')::jsonb;
  subscriber public.newsletter_subscribers;
  token private.newsletter_confirmation_tokens;
  -- The transaction may have begun before an unsubscription for which it had to wait.
  opened_at timestamptz;
begin
  select * into subscriber from public.newsletter_subscribers
    where id = (select subscriber_id from private.newsletter_confirmation_tokens where token_hash = hash) for update;
  select * into token from private.newsletter_confirmation_tokens where token_hash = hash;
  opened_at := clock_timestamp();
  if token.token_hash is null then
    return jsonb_build_object('success', false, 'code', 'invalid', 'message', 'Invalid confirmation link');
  elsif token.used_at <= opened_at - interval '1 day'
    -- Somebody who has left since is not subscribed by it again.
    or token.used_at is not null and not (subscriber.confirmed and subscriber.is_active) then
    return jsonb_build_object('success', false, 'code', 'used',
      'message', 'This confirmation link has already been used.');
  elsif token.used_at is null and token.expires_at <= opened_at then
    return jsonb_build_object('success', false, 'code', 'expired',
      'message', 'This confirmation link has expired. Please subscribe again.');
  end if;

  if token.used_at is null then
    update private.newsletter_confirmation_tokens set used_at = opened_at where token_hash = hash;
    if not (subscriber.confirmed and subscriber.is_active) then
      update public.newsletter_subscribers set confirmed = true, is_active = true, confirmed_at = opened_at
        where id = subscriber.id;
      insert into private.newsletter_consents (subscriber_id, consent)
      values (subscriber.id, token.requested_consent || jsonb_build_object(
        'confirmed_at', opened_at, 'confirmed_ip', headers ->> 'x-client-ip'))
      on conflict (subscriber_id) do update set consent = excluded.consent;
      -- Only they themselves can: the link was in their mailbox.
      delete from private.suppressed_addresses where address_hash = private.sha256_hex(lower(subscriber.email));
      insert into private.newsletter_welcomes (subscriber_id, confirmed_at) values (subscriber.id, opened_at)
        on conflict (subscriber_id) do update set confirmed_at = excluded.confirmed_at;
      perform pg_notify('newsletter_welcomes', '');
    end if;
  end if;
  return jsonb_build_object('success', true, 'code', 'confirmed', 'message', 'Email confirmed successfully!');
end
$$;

/* Links that were mailed before do not renew a subscription that has ended. */
create function private.end_open_confirmations() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update private.newsletter_confirmation_tokens set expires_at = clock_timestamp()
    where subscriber_id = new.id and used_at is null and expires_at > clock_timestamp();
  return null;
end
$$;
create trigger end_open_confirmations after update of is_active on public.newsletter_subscribers
  for each row when (old.is_active and not new.is_active) execute function private.end_open_confirmations();

/* Decides which mail an address that signed up gets now, and records it. Only the server calls it, with the hash of
   the token that it is about to mail, and whether a mailed link asked for it. Returns {outcome, email, language};
   outcome is confirm (mail the token), already_subscribed (mail a note) or silent (mailed within ten minutes, gone, or
   an address that complained was entered into a form). Of the links of an address that may still be opened, the latest
   five stay. */
create function private.begin_confirmation_mail(p_email text, p_token_hash text, p_by_link boolean default false) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  address constant text := lower(btrim(p_email));
  subscriber public.newsletter_subscribers;
  asked private.newsletter_consents;
begin
  select * into subscriber from public.newsletter_subscribers where lower(email) = address for update;
  select * into asked from private.newsletter_consents where subscriber_id = subscriber.id;
  if subscriber.id is null or asked.confirmation_sent_at > now() - interval '10 minutes' then
    return jsonb_build_object('outcome', 'silent');
  end if;
  if not p_by_link and (subscriber.left_reason = 'complained' or exists (
    select from private.suppressed_addresses where address_hash = private.sha256_hex(address) and reason = 'complained')) then
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

/* Takes back a mail that was not sent: the address may be mailed again at once, and its token is deleted. */
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

/* Returns {subscribers}: the number of subscribers when it is larger than the number on the landing page, else null,
   so that callers cannot learn a smaller one. */
create function public.subscriber_figure() returns jsonb
language sql stable security definer set search_path = ''
return jsonb_build_object('subscribers', case when exists (select from public.settings where key = 'landing_subscribers') then (
  select readers from (
    select count(*) as readers from public.newsletter_subscribers where confirmed and is_active) as counted
  where readers > (select (value #>> '{}')::integer from public.settings where key = 'landing_subscribers')) end);

/* The record of a request to subscribe: which words were read, in which language, when, from which address, and how it was made. */
create function private.consent_asked(p_language text, p_ip text, p_by text) returns jsonb
language sql stable set search_path = ''
return (
  select jsonb_build_object(
    'asked', replace(asked, '{{site}}', coalesce((select value #>> '{}' from public.settings where key = 'site_name'), 'AI Watch')),
    'version', version, 'language', language, 'by', p_by, 'at', now(), 'ip', p_ip)
  from private.newsletter_consent_texts where language = p_language order by version desc limit 1);

-- Confirmed subscribers who are still to be welcomed. The row is deleted by the transaction that queues the mail, so that
-- there is one welcome for each confirmation.
create table private.newsletter_welcomes (
  subscriber_id uuid primary key references public.newsletter_subscribers (id) on delete cascade,
  confirmed_at timestamptz not null default now()
);
revoke all on private.newsletter_welcomes from public, anon, authenticated, service_role;

grant execute on function
  public.confirm_newsletter_subscription(text),
  public.subscribe_newsletter(text, text),
  public.subscriber_figure()
to anon, authenticated;
