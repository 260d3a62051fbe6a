-- Mail that bounces or is reported as spam ends a subscription automatically, because a sender who goes on is treated as
-- a spammer.

-- Reports about our mails from providers and mail servers. Without a subscriber it contains no name.
create table private.newsletter_bounces (
  id bigint generated always as identity primary key,
  reported_at timestamptz not null default now(),
  subscriber_id uuid references public.newsletter_subscribers (id) on delete cascade,
  delivery_id bigint references public.newsletter_deliveries (id) on delete set null,
  -- The name of a provider, which signs its reports, or the form of a mail.
  source text not null check (source in ('delivery report', 'feedback report') or source ~ '^[a-z][a-z0-9-]{0,29}$'),
  -- permanent: there is no such mailbox; temporary: not now; refused: this mail, not this recipient; complaint: called spam;
  -- left: asked through their provider to get no more
  kind text not null check (kind in ('permanent', 'temporary', 'refused', 'complaint', 'left')),
  -- The enhanced status code of a mail server (RFC 3463).
  status text check (status ~ '^[245]\.[0-9]{1,3}\.[0-9]{1,3}$'),
  detail text check (char_length(detail) <= 300)
);
create index newsletter_bounces_of_subscriber on private.newsletter_bounces (subscriber_id, id);
create index newsletter_bounces_of_delivery on private.newsletter_bounces (delivery_id);
create index newsletter_bounces_age on private.newsletter_bounces (reported_at);
alter table private.newsletter_bounces enable row level security;
revoke all on private.newsletter_bounces from public, anon, authenticated, service_role;

-- Events of Resend that were handled: it repeats each until it is told that it arrived.
create table private.resend_events (
  svix_id text primary key check (char_length(svix_id) <= 200),
  received_at timestamptz not null default now()
);
create index resend_events_age on private.resend_events (received_at);
alter table private.resend_events enable row level security;
revoke all on private.resend_events from public, anon, authenticated, service_role;

/* Records what became of a mail, and ends the subscription where necessary. The mail is found by the id in its
   Message-ID, which only its recipient and the servers on its way have seen: a report by mail without one is ignored,
   because anyone can write it. Resend signs its reports, so the address in them is trusted too. p_was_sent is false
   when the provider kept the mail. Returns {known, suppressed}. */
create function private.record_bounce(
  p_source text, p_kind text, p_mail_id uuid, p_email text, p_status text, p_detail text, p_was_sent boolean default true
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  delivery public.newsletter_deliveries;
  address text;
  subscriber uuid;
  -- Null for a report after which nothing ends.
  why text := case p_kind when 'permanent' then 'bounced' when 'complaint' then 'complained' when 'left' then 'unsubscribed' end;
begin
  select * into delivery from public.newsletter_deliveries where message_id = p_mail_id order by id desc limit 1;
  -- The address that we wrote to: a mailbox that forwards its mail reports another one.
  address := lower(coalesce(
    delivery.email, (select recipient from public.mail_deliveries where id = p_mail_id),
    case when p_source not in ('delivery report', 'feedback report') then btrim(p_email) end));
  select id into subscriber from public.newsletter_subscribers
    where id = delivery.subscriber_id or (delivery.subscriber_id is null and lower(email) = address) for update;

  -- A recipient can write any number of reports about a mail.
  if (delivery.id is not null or subscriber is not null) and (
      select count(*) from (
        select from private.newsletter_bounces
        where subscriber_id = subscriber or (subscriber is null and delivery_id = delivery.id) limit 100) as known) < 100 then
    insert into private.newsletter_bounces (subscriber_id, delivery_id, source, kind, status, detail)
    values (subscriber, delivery.id, p_source, p_kind, p_status, p_detail);
  end if;
  update public.newsletter_deliveries
    set status = case when not p_was_sent and status in ('sending', 'sent', 'uncertain') then 'failed'
          when p_was_sent and status in ('sending', 'uncertain') then 'sent' else status end,
      settled_at = coalesce(settled_at, now()),
      reason = left(concat_ws(' ', p_kind, p_status), 300)
    where id = delivery.id;

  if why is null or address is null then
    return jsonb_build_object('known', subscriber is not null, 'suppressed', false);
  end if;
  -- A complaint outweighs all that is known; anything else keeps the reason for which the subscriber left.
  update public.newsletter_subscribers
    set is_active = false, left_reason = why, left_at = coalesce(left_at, clock_timestamp())
    where id = subscriber and left_reason is distinct from why
      and (is_active or why = 'complained' or left_reason = 'administrator');
  delete from private.newsletter_welcomes where subscriber_id = subscriber;
  if why <> 'unsubscribed' then
    insert into private.suppressed_addresses as known (address_hash, reason) values (private.sha256_hex(address), why)
      on conflict (address_hash) do update set reason = excluded.reason, suppressed_at = now()
        where excluded.reason = 'complained' and known.reason <> 'complained';
  end if;
  return jsonb_build_object('known', subscriber is not null, 'suppressed', true);
end
$$;
