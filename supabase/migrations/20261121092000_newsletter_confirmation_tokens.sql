-- Every mailed link stays good for its own time and may be opened twice; its hash and the consent are nobody's to read.

create table private.newsletter_consents (
  subscriber_id uuid primary key references public.newsletter_subscribers (id) on delete cascade,
  -- What was asked, when and from where: as it was confirmed, and as it was last requested by whoever it was.
  consent jsonb not null default '{}',
  requested_consent jsonb not null default '{}',
  confirmation_sent_at timestamptz
);

alter table private.newsletter_consents enable row level security;

create table private.newsletter_confirmation_tokens (
  token_hash text primary key,
  subscriber_id uuid not null references public.newsletter_subscribers (id) on delete cascade,
  -- By whoever caused the mail: somebody else may ask for the next one.
  requested_consent jsonb not null default '{}',
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '72 hours',
  used_at timestamptz
);

create index newsletter_confirmation_tokens_subscriber on private.newsletter_confirmation_tokens (subscriber_id);
create index newsletter_confirmation_tokens_expiry on private.newsletter_confirmation_tokens (expires_at);

alter table private.newsletter_confirmation_tokens enable row level security;

insert into private.newsletter_consents (subscriber_id, consent, requested_consent, confirmation_sent_at)
select id, consent, requested_consent, confirmation_sent_at from public.newsletter_subscribers;

insert into private.newsletter_confirmation_tokens
  (token_hash, subscriber_id, requested_consent, created_at, expires_at, used_at)
select confirmation_token_hash, id, requested_consent,
  confirmation_expires_at - interval '72 hours', confirmation_expires_at, confirmation_used_at
from public.newsletter_subscribers where confirmation_token_hash is not null;

alter table public.newsletter_subscribers
  drop column consent,
  drop column requested_consent,
  drop column confirmation_token_hash,
  drop column confirmation_expires_at,
  drop column confirmation_used_at,
  drop column confirmation_sent_at;

-- Whoever changes what belongs to a subscriber locks the subscriber's own row first, and reads the rest after that.

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

  -- Last, so that no sign-up waits for another while that one waits for what is forgotten here.
  perform private.forget_expired_sign_ups();
  return jsonb_build_object('success', true, 'email', address, 'confirmation_token', ticket);
end
$$;

/* Forgets who did not confirm within thirty days of the sign-up or of the last mail, links thirty days and tickets a day
   after they ended: a hundred of each, so that no sign-up takes long, and none that somebody else is busy with. */
create function private.forget_expired_sign_ups() returns void
language plpgsql set search_path = ''
as $$
begin
  delete from public.newsletter_subscribers where id in (
    select id from public.newsletter_subscribers
    where not confirmed and subscribed_at < now() - interval '30 days' and not exists (
      select from private.newsletter_consents
      where subscriber_id = id and confirmation_sent_at >= now() - interval '30 days')
    order by subscribed_at limit 100 for update skip locked);
  delete from private.newsletter_confirmation_tokens where token_hash in (
    select token_hash from private.newsletter_confirmation_tokens where expires_at < now() - interval '30 days'
    order by expires_at limit 100 for update skip locked);
  delete from public.newsletter_send_tickets where ticket_hash in (
    select ticket_hash from public.newsletter_send_tickets where expires_at < now() - interval '1 day'
    order by expires_at limit 100 for update skip locked);
end
$$;

/* Spends a send ticket and decides what may be mailed now. Only the server calls it, with the hash of the token it
   is about to mail. Answers {outcome, email, language}; outcome is
   confirm (mail the token), already_subscribed (mail a note), silent (mailed within ten minutes, or gone) or
   invalid_ticket. Of the links of an address that may still be opened, the latest five stay. */
create or replace function private.spend_send_ticket(p_email text, p_ticket text, p_token_hash text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  address text := lower(btrim(p_email));
  subscriber public.newsletter_subscribers;
  asked private.newsletter_consents;
begin
  update public.newsletter_send_tickets set used_at = now()
    where ticket_hash = private.sha256_hex(p_ticket) and email = address and used_at is null and expires_at > now();
  if not found then
    return jsonb_build_object('outcome', 'invalid_ticket');
  end if;

  select * into subscriber from public.newsletter_subscribers where lower(email) = address for update;
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

/* Nothing was mailed after all: the address may ask again at once, and the token that nobody has is withdrawn. */
create function private.forget_mailing(p_email text, p_token_hash text) returns void
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

revoke all on function private.forget_mailing(text, text) from public;
grant execute on function private.forget_mailing(text, text) to service_role;

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
    end if;
  end if;
  return jsonb_build_object('success', true, 'code', 'confirmed', 'message', 'Email confirmed successfully!');
end
$$;

-- Who unsubscribes is not to be brought back by a link that was mailed before.
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
