-- Newsletter subscribers with double opt-in. Tokens are stored as SHA-256 only; the token that confirms is sent by mail
-- alone.
create table public.newsletter_subscribers (
  id uuid primary key default gen_random_uuid(),
  email text not null check (char_length(email) <= 255),
  language text not null default 'en' references private.languages,
  subscribed_at timestamptz not null default now(),
  confirmed boolean not null default false,
  is_active boolean not null default true,
  confirmed_at timestamptz,
  left_at timestamptz,
  -- Decides who may start the subscription again: the subscriber alone, unless an administrator had ended it, or nothing was delivered for
  -- reasons that nobody knows.
  left_reason text check (left_reason in ('unsubscribed', 'administrator', 'bounced', 'complained', 'undelivered')),
  constraint newsletter_subscribers_left_check
    check ((left_at is null) = is_active and (left_reason is null) = is_active),
  -- Of which they want the stories, by the addresses of the sections; null for all, and for those to come.
  sections text[] constraint newsletter_subscribers_sections_check
    check (cardinality(sections) between 1 and 12 and array_position(sections, null) is null)
);
comment on table public.newsletter_subscribers is $${"purge": [
  "not confirmed and subscribed_at < now() - interval '30 days' and not exists (",
  "select from private.newsletter_consents",
  "where subscriber_id = newsletter_subscribers.id and confirmation_sent_at >= now() - interval '30 days')"]}$$;
create unique index newsletter_subscribers_email on public.newsletter_subscribers (lower(email));
create index newsletter_subscribers_pending on public.newsletter_subscribers (subscribed_at) where not confirmed;
create index newsletter_subscribers_newest on public.newsletter_subscribers (subscribed_at desc);
create index newsletter_subscribers_audience on public.newsletter_subscribers (language) where confirmed and is_active;
-- Only the owner of an address can change or confirm it, so the desk updates nothing but is_active.
grant select, update (is_active), delete on public.newsletter_subscribers to authenticated;
grant all on public.newsletter_subscribers to service_role;
create policy "those who may see addresses read subscribers" on public.newsletter_subscribers
  for select to authenticated using ((select private.is_allowed('addresses')));
create policy "those who may see addresses update subscribers" on public.newsletter_subscribers
  for update to authenticated using ((select private.is_allowed('addresses'))) with check ((select private.is_allowed('addresses')));
create policy "those who may see addresses delete subscribers" on public.newsletter_subscribers
  for delete to authenticated using ((select private.is_allowed('addresses')));

-- The secret that the browser is given after signing up: good once, for a quarter of an hour, and only to make the
-- confirmation mail go out to that one address. It cannot confirm anything.
create table public.newsletter_send_tickets (
  ticket_hash text primary key,
  email text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '15 minutes',
  used_at timestamptz
);
comment on table public.newsletter_send_tickets is $${"exposed": false, "purge": "expires_at < now() - interval '1 day'"}$$;
create index newsletter_send_tickets_expiry on public.newsletter_send_tickets (expires_at);
grant all on public.newsletter_send_tickets to service_role;

/* Records when and why a subscriber leaves; without a given reason it was an administrator. Administrators cannot
   renew the subscription of an address that left by itself, or refused our mail. */
create function private.note_leaving() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if new.is_active then
    if tg_op = 'UPDATE' and old.left_reason not in ('administrator', 'undelivered') and current_user = 'authenticated' then
      raise exception using errcode = '23514', constraint = 'newsletter_subscribers_return_check',
        message = 'Only they themselves can subscribe again (newsletter_subscribers_return_check).';
    end if;
    new.left_at := null;
    new.left_reason := null;
  else
    new.left_at := coalesce(new.left_at, now());
    new.left_reason := coalesce(new.left_reason, 'administrator');
  end if;
  return new;
end
$$;
create trigger note_leaving before insert or update on public.newsletter_subscribers
  for each row execute function private.note_leaving();

-- Addresses that are not to be mailed or imported again, also when nothing else is known of them any more.
create table private.suppressed_addresses (
  -- SHA-256 of the address in lower case.
  address_hash text primary key,
  -- Unsubscribed: they had left elsewhere when subscribers were imported.
  reason text not null check (reason in ('bounced', 'complained', 'erased', 'unsubscribed')),
  suppressed_at timestamptz not null default now()
);

/* Erases a subscriber with consent, links and mails, and removes the address from the deliveries. Stores the hash of
   the address, so that no import brings it back, and records in the audit log who erased which id, without the
   address; the actor is null when the subscriber did it. Returns false when there is no such subscriber. The
   subscriber may sign up again. */
create function private.erase_subscriber(p_id uuid) returns boolean
language plpgsql set search_path = ''
as $$
declare
  address text;
begin
  select lower(email) into address from public.newsletter_subscribers where id = p_id for update;
  if address is null then
    return false;
  end if;
  insert into private.suppressed_addresses as known (address_hash, reason) values (private.sha256_hex(address), 'erased')
    on conflict (address_hash) do update set reason = excluded.reason, suppressed_at = excluded.suppressed_at
      where known.reason <> 'complained';
  delete from public.newsletter_send_tickets where lower(email) = address;
  -- The same person may have an account, whose mails are no matter of the newsletter.
  delete from public.mail_deliveries where lower(recipient) = address
    and kind not in ('send-recovery-mail', 'send-sign-in-link', 'send-invitation', 'send-security-notice');
  delete from public.outbox_mails where lower(recipient) = address
    and not exists (select from public.mail_deliveries where mail_deliveries.message_id = outbox_mails.message_id);
  -- Deletes consent and links, and a trigger takes the address out of the ledger.
  delete from public.newsletter_subscribers where id = p_id;
  perform private.record_act('subscribers', 'erase_subscriber',
    case when auth.uid() is null then 'had everything erased that was known of them'
      else 'erased everything that was known of a subscriber' end,
    p_subject_id => p_id, p_by => 'A reader');
  return true;
end
$$;

/* Stores the hash of an address that unsubscribed or cannot be mailed, when its row is deleted, so that no import
   brings it back. */
create function private.remember_who_left() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.suppressed_addresses (address_hash, reason)
  values (private.sha256_hex(lower(old.email)), case old.left_reason when 'unsubscribed' then 'erased' else old.left_reason end)
  on conflict (address_hash) do nothing;
  return null;
end
$$;
create trigger remember_who_left after delete on public.newsletter_subscribers
  for each row when (old.left_reason in ('unsubscribed', 'bounced', 'complained')) execute function private.remember_who_left();

create function private.subscribers_in_words(p_count bigint) returns text
language sql immutable set search_path = ''
return case when p_count = 1 then '1 subscriber' else p_count || ' subscribers' end;

/* Records in the audit log who deleted subscribers, or ended and renewed their subscriptions, without the addresses.
   Refuses more than a thousand at once. */
create function private.note_changed_subscribers() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  ids uuid[];
  counts jsonb;
begin
  if tg_op = 'DELETE' then
    select array_agg(id), jsonb_build_object('subscribers', count(*)) into ids, counts from old_rows;
  else
    select array_agg(id),
      jsonb_build_object('removed', count(*) filter (where not new_row.is_active), 'returned', count(*) filter (where new_row.is_active))
      into ids, counts
      from new_rows as new_row join old_rows as old_row using (id) where new_row.is_active <> old_row.is_active;
  end if;
  if cardinality(ids) > 1000 then
    raise exception using errcode = '23514', constraint = 'newsletter_subscribers_at_once_check',
      message = 'No more than 1,000 subscribers can be changed or deleted at once (newsletter_subscribers_at_once_check).';
  end if;
  if ids is not null then
    perform private.record_act('subscribers', case tg_op when 'DELETE' then 'delete_subscribers' else 'change_subscribers' end,
      case when tg_op = 'DELETE' then 'deleted ' || private.subscribers_in_words(cardinality(ids))
        else concat_ws(' and ',
          'unsubscribed ' || private.subscribers_in_words(nullif((counts -> 'removed')::integer, 0)),
          'brought back ' || private.subscribers_in_words(nullif((counts -> 'returned')::integer, 0))) end,
      p_subject_id => case cardinality(ids) when 1 then ids[1] end, p_details => counts);
  end if;
  return null;
end
$$;

-- Only for direct requests: functions record their own changes.
create trigger note_deleted after delete on public.newsletter_subscribers
  referencing old table as old_rows
  for each statement when (current_user in ('authenticated', 'access_token')) execute function private.note_changed_subscribers();
create trigger note_changed after update on public.newsletter_subscribers
  referencing old table as old_rows new table as new_rows
  for each statement when (current_user in ('authenticated', 'access_token')) execute function private.note_changed_subscribers();
