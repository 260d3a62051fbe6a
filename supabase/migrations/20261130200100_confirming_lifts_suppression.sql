-- Who called our mail spam is mailed nothing because somebody types their address; who confirms, is mailed again, and welcomed once.

-- Who has confirmed and waits for a welcome. The row goes with the transaction that queues the mail, so there is one for each confirmation.
create table private.newsletter_welcomes (
  subscriber_id uuid primary key references public.newsletter_subscribers (id) on delete cascade,
  confirmed_at timestamptz not null default now()
);

alter table private.newsletter_welcomes enable row level security;
revoke all on private.newsletter_welcomes from public, anon, authenticated, service_role;

drop function private.begin_confirmation_mail(text, text);

/* Decides what an address that was signed up is mailed now, and takes note of it. Only the server calls it, with the hash of
   the token that it is about to mail, and says whether a link that was mailed to them asked for it. Answers {outcome, email, language};
   outcome is confirm (mail the token), already_subscribed (mail a note) or silent (mailed within ten minutes, gone, or complained and
   somebody typed the address into a form). Of the links of an address that may still be opened, the latest five stay. */
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

revoke all on function private.begin_confirmation_mail(text, text, boolean) from public;

/* Answers {success, message, code}; code is confirmed, expired, used or invalid. A link that is opened again answers for
   a day what it answered first, and changes nothing: a mail scanner or a second click may have been there before. Any
   other link of an address that is subscribed by now is spent without a change. */
create or replace function public.confirm_newsletter_subscription(p_token text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  hash constant text := private.sha256_hex(btrim(p_token));
  headers jsonb := coalesce(nullif(current_setting('request.headers', true), ''), '{}')::jsonb;
  subscriber public.newsletter_subscribers;
  token private.newsletter_confirmation_tokens;
  -- The transaction may have begun before somebody unsubscribed for whom it had to wait.
  opened_at timestamptz;
begin
  select * into subscriber from public.newsletter_subscribers
    where id = (select subscriber_id from private.newsletter_confirmation_tokens where token_hash = hash) for update;
  select * into token from private.newsletter_confirmation_tokens where token_hash = hash;
  opened_at := clock_timestamp();
  if token.token_hash is null then
    return jsonb_build_object('success', false, 'code', 'invalid', 'message', 'Invalid confirmation link');
  elsif token.used_at <= opened_at - interval '1 day' then
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
