-- The names of mail providers stood in checks and functions, so that another provider took a migration.

alter table private.newsletter_batches drop constraint newsletter_batches_transport_check;
alter table private.newsletter_batches add constraint newsletter_batches_transport_check
  check (transport ~ '^[a-z][a-z0-9-]{0,29}$');

-- The name of a provider, which signs its reports, or the form of a mail.
alter table private.newsletter_bounces drop constraint newsletter_bounces_source_check;
alter table private.newsletter_bounces add constraint newsletter_bounces_source_check
  check (source in ('delivery report', 'feedback report') or source ~ '^[a-z][a-z0-9-]{0,29}$');

drop function private.settle_silent_batches(integer, integer, text);

/* Settles the batches whose process has been silent for so long that it must be dead. What was handed over cannot be known, unless the
   transport repeats requests (p_repeating): then nothing was when no request was stored, and a stored one is left to be repeated, by the
   account that it was sent with and while its key is known. Returns how many rows are uncertain since. */
create function private.settle_silent_batches(
  p_silent_seconds integer, p_key_hours integer, p_account text, p_repeating text[]
) returns integer
language plpgsql set search_path = ''
as $$
declare
  batch record;
  lost integer;
  total integer := 0;
begin
  -- A clock that was set back: processes that live say so again.
  update private.newsletter_batches set seen_at = now() where seen_at > now() + interval '1 minute';
  -- Somebody was deleted at the moment when the request was stored.
  update private.newsletter_batches set request = null
    where request is not null and exists (
      select from public.newsletter_deliveries
      where batch_id = newsletter_batches.id and newsletter_deliveries.status = 'sending' and email is null);
  for batch in
    select dead.id, dead.issue_id, transport = any(p_repeating) and requested_at is null as is_untouched, issue.status
    from private.newsletter_batches as dead join public.newsletter_issues as issue on issue.id = dead.issue_id
    where seen_at < now() - make_interval(secs => p_silent_seconds)
      and (request is null or account is distinct from p_account or issue.status = 'cancelled'
        -- The age of a request in the future is unknown.
        or requested_at not between now() - make_interval(hours => p_key_hours) and now())
    limit 1000 for update of dead skip locked
  loop
    update public.newsletter_deliveries
    set status = case when not batch.is_untouched then 'uncertain' when batch.status = 'cancelled' then 'skipped' else 'pending' end,
        attempts = attempts - batch.is_untouched::integer,
        settled_at = case when not batch.is_untouched or batch.status = 'cancelled' then now() end,
        reason = case when not batch.is_untouched then 'The process that was handing it over ended before it knew.'
          when batch.status = 'cancelled' then 'cancelled' end
    where batch_id = batch.id and status = 'sending';
    get diagnostics lost = row_count;
    if not batch.is_untouched then
      total := total + lost;
    end if;
    delete from private.newsletter_batches where id = batch.id;
  end loop;
  return total;
end
$$;

revoke all on function private.settle_silent_batches(integer, integer, text, text[]) from public;

/* Writes down what became of a mail, and ends the subscription where it has to end. The mail is found by the id in its Message-ID, which only
   its recipient and the servers on its way have seen: a report by mail without one is not believed, because anybody can write it. A
   provider signs what it says, so that the address in it is believed, too. p_was_sent is false when the provider kept the mail.
   Answers {known, suppressed}. */
create or replace function private.record_bounce(
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

  -- Whoever got a mail can write any number of reports about it.
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
  -- A complaint outweighs all that is known; anything else leaves the reason for which somebody left.
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
