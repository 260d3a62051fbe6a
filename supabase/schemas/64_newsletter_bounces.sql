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
  detail text check (char_length(detail) <= 300),
  -- The reason why it failed (server/features/newsletter/reports/classify-failure.ts). Null for complaints, and before failures were classified.
  fault text check (fault in ('gone', 'full', 'policy', 'content', 'size', 'network', 'temporary', 'unknown')),
  -- The host that said it.
  said_by text check (char_length(said_by) <= 255),
  -- True if it ended the subscription.
  has_ended boolean not null default false
);
comment on table private.newsletter_bounces is $${"purge": "reported_at < now() - interval '180 days'"}$$;
create index newsletter_bounces_of_subscriber on private.newsletter_bounces (subscriber_id, id);
create index newsletter_bounces_of_delivery on private.newsletter_bounces (delivery_id);
create index newsletter_bounces_age on private.newsletter_bounces (reported_at);
revoke all on private.newsletter_bounces from public, anon, authenticated, service_role;

-- Reports that were handled: a provider repeats an event until it is told that it arrived, and a mail server or a mailbox a mail.
create table private.mail_report_events (
  way text not null check (char_length(way) <= 30),
  id text not null check (char_length(id) <= 200),
  received_at timestamptz not null default now(),
  primary key (way, id)
);
-- Purged: Providers repeat an event for a day; by hand it can be repeated later.
comment on table private.mail_report_events is $${"purge": "received_at < now() - interval '30 days'"}$$;
create index mail_report_events_age on private.mail_report_events (received_at);
revoke all on private.mail_report_events from public, anon, authenticated, service_role;

/* Tells whether nothing has reached a subscriber lately, without anybody saying why: three issues came back for an unknown reason, and none was
   delivered since the first of them. Whoever was brought back after that has three more. */
create function private.is_undelivered(p_subscriber_id uuid) returns boolean
language sql stable security definer set search_path = ''
return (
  select count(distinct failed.delivery_id) >= 3
  from private.newsletter_bounces as failed
  where failed.subscriber_id = p_subscriber_id and failed.fault = 'unknown' and failed.delivery_id > coalesce((
    select max(delivery.id) from public.newsletter_deliveries as delivery
    where delivery.subscriber_id = p_subscriber_id and (
      exists (select from private.newsletter_bounces as known where known.delivery_id = delivery.id and known.has_ended)
      or delivery.status = 'sent' and not exists (
        select from private.newsletter_bounces as known
        where known.delivery_id = delivery.id and known.kind in ('permanent', 'refused', 'temporary')))), 0));

/* Records what became of a mail, and ends the subscription where necessary. The mail is found by the id in its
   Message-ID, which only its recipient and the servers on its way have seen, or else by the subscriber for whom we signed a link in it: a
   report by mail with neither is ignored, because anyone can write it. Providers sign their reports, so the address in them is trusted too.
   p_was_sent is false when the provider kept the mail, or the server refused it. A report that is known changes nothing. Mails other than
   the newsletter fail themselves; one to a colleague ends nothing. Returns {known, suppressed}. */
create function private.record_bounce(
  p_source text, p_kind text, p_mail_id uuid, p_email text, p_status text, p_detail text, p_was_sent boolean default true,
  p_fault text default null, p_subscriber_id uuid default null, p_said_by text default null
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  delivery public.newsletter_deliveries;
  mail public.mail_deliveries;
  address text;
  subscriber uuid;
  reported bigint;
  -- Null for a report after which nothing ends.
  why text := case p_kind when 'permanent' then 'bounced' when 'complaint' then 'complained' when 'left' then 'unsubscribed' end;
begin
  select * into delivery from public.newsletter_deliveries where message_id = p_mail_id order by id desc limit 1;
  if delivery.id is null then
    select * into mail from public.mail_deliveries where id = p_mail_id;
    update public.mail_deliveries
      set status = case when p_kind = 'temporary' then status else 'failed' end,
        sent_at = case when p_kind = 'temporary' then sent_at end,
        last_error = left(concat_ws(' ', 'It came back:', coalesce(p_fault, p_kind), p_status, p_detail), 300)
      where id = mail.id and status in ('sent', 'uncertain') and p_kind in ('permanent', 'refused', 'temporary');
    if mail.kind not in ('send-confirmation-mail', 'send-welcome-mail', 'send-subscriber-data', 'send-erasure-mail')
        or exists (select from auth.users where lower(email) = lower(mail.recipient)) then
      return jsonb_build_object('known', false, 'suppressed', false);
    end if;
  end if;
  if delivery.id is null and mail.id is null and p_subscriber_id is not null then
    -- Most likely about the last issue.
    select * into delivery from public.newsletter_deliveries
      where subscriber_id = p_subscriber_id and status in ('sent', 'sending', 'uncertain') order by id desc limit 1;
  end if;
  -- The address that we wrote to: a mailbox that forwards its mail reports another one.
  address := lower(coalesce(
    delivery.email, mail.recipient, (select email from public.newsletter_subscribers where id = p_subscriber_id),
    case when p_source not in ('delivery report', 'feedback report') then btrim(p_email) end));
  select id into subscriber from public.newsletter_subscribers
    where id = delivery.subscriber_id or (delivery.subscriber_id is null and lower(email) = address) for update;
  if exists (
    select from private.newsletter_bounces as known
    where (known.subscriber_id = subscriber or known.delivery_id = delivery.id)
      and (known.delivery_id = delivery.id or delivery.id is null and known.delivery_id is null and known.reported_at > now() - interval '1 day')
      and (known.source, known.kind, known.fault, known.status, known.detail)
        is not distinct from (p_source, p_kind, p_fault, p_status, p_detail)) then
    return jsonb_build_object('known', subscriber is not null, 'suppressed', false);
  end if;

  -- A recipient can write any number of reports about a mail.
  if (delivery.id is not null or subscriber is not null) and (
      select count(*) from (
        select from private.newsletter_bounces
        where subscriber_id = subscriber or (subscriber is null and delivery_id = delivery.id) limit 100) as known) < 100 then
    insert into private.newsletter_bounces (subscriber_id, delivery_id, source, kind, status, detail, fault, said_by)
    values (subscriber, delivery.id, p_source, p_kind, p_status, p_detail, p_fault, p_said_by) returning id into reported;
  end if;
  update public.newsletter_deliveries
    set status = case when not p_was_sent and status in ('sending', 'sent', 'uncertain') then 'failed'
          when p_was_sent and status in ('sending', 'uncertain') then 'sent' else status end,
      settled_at = coalesce(settled_at, now()),
      -- The answer of the server itself is more than its summary.
      reason = case when status = 'failed' and reason is not null then reason
        else left(concat_ws(' ', coalesce(p_fault, p_kind), p_status), 300) end
    where id = delivery.id;

  if p_fault = 'unknown' and private.is_undelivered(subscriber) then
    why := 'undelivered';
  end if;
  if why is null or address is null then
    return jsonb_build_object('known', subscriber is not null, 'suppressed', false);
  end if;
  -- A complaint outweighs all that is known, and a wish to leave what can be undone.
  update public.newsletter_subscribers
    set is_active = false, left_reason = why, left_at = coalesce(left_at, clock_timestamp())
    where id = subscriber and left_reason is distinct from why
      and (is_active or why = 'complained' or why <> 'undelivered' and left_reason in ('administrator', 'undelivered')
        or why = 'unsubscribed' and left_reason = 'bounced');
  update private.newsletter_bounces set has_ended = true where id = reported and found;
  delete from private.newsletter_welcomes where subscriber_id = subscriber;
  if why in ('bounced', 'complained') then
    insert into private.suppressed_addresses as known (address_hash, reason) values (private.sha256_hex(address), why)
      on conflict (address_hash) do update set reason = excluded.reason, suppressed_at = now()
        where excluded.reason = 'complained' and known.reason <> 'complained';
  end if;
  return jsonb_build_object('known', subscriber is not null, 'suppressed', true);
end
$$;

/* Brings back a subscriber who was ended because mail had come back, and frees the address. Returns false for anyone else. The server has
   judged the stored reports before. */
create function private.bring_back_bounced(p_id uuid) returns boolean
language plpgsql set search_path = ''
as $$
declare
  address text;
begin
  select lower(email) into address from public.newsletter_subscribers where id = p_id and left_reason = 'bounced' for update;
  if address is null then
    return false;
  end if;
  update public.newsletter_subscribers set is_active = true where id = p_id;
  delete from private.suppressed_addresses where address_hash = private.sha256_hex(address) and reason = 'bounced';
  return true;
end
$$;
