-- A row for each recipient of an issue, written before anything is sent, with what is known of the message.
create table public.newsletter_deliveries (
  id bigint generated always as identity primary key,
  issue_id uuid not null references public.newsletter_issues (id) on delete cascade,
  -- Null once the subscriber is deleted, and then the address is, too.
  subscriber_id uuid references public.newsletter_subscribers (id) on delete set null,
  email text,
  -- Of the edition that they get. Without a reference, which a hundred thousand rows at once would each look up.
  language text not null,
  status text not null default 'pending'
    check (status in ('pending', 'sending', 'sent', 'failed', 'uncertain', 'skipped', 'empty')),
  -- The local part of the Message-ID, the same for every attempt.
  message_id uuid not null default gen_random_uuid(),
  attempts integer not null default 0,
  batch_id uuid,
  -- Not before then, after a temporary failure.
  due_at timestamptz,
  settled_at timestamptz,
  reason text check (char_length(reason) <= 300),
  unique (subscriber_id, issue_id),
  -- Of which they get the stories, as they had chosen when the sending began; null for the whole issue.
  sections text[]
);
create index newsletter_deliveries_by_status on public.newsletter_deliveries (issue_id, status, id);
create index newsletter_deliveries_of_batch on public.newsletter_deliveries (batch_id) where status = 'sending';
create index newsletter_deliveries_of_message on public.newsletter_deliveries (message_id);
grant select on public.newsletter_deliveries to authenticated;
grant all on public.newsletter_deliveries to service_role;
create policy "those who may see addresses read deliveries" on public.newsletter_deliveries
  for select to authenticated using ((select private.is_allowed('addresses')));

-- The messages that one process is sending: the messages of one run, or of one request that can be repeated. The process updates seen_at
-- while it lives; after that it is unknown whether its messages were sent.
create table private.newsletter_batches (
  id uuid primary key default gen_random_uuid(),
  issue_id uuid not null references public.newsletter_issues (id) on delete cascade,
  transport text not null check (transport ~ '^[a-z][a-z0-9-]{0,29}$'),
  claimed_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  -- A request that can be repeated byte by byte without sending twice; null for transports that cannot.
  request text,
  idempotency_key text unique,
  requested_at timestamptz,
  -- A hash of the server and the key with which the request was sent: only that account knows the request. A request that was
  -- erased keeps its time and has no text.
  account text
);
create index newsletter_batches_of_issue on private.newsletter_batches (issue_id);
create index newsletter_batches_silent on private.newsletter_batches (seen_at);

/* Removes the address of a deleted subscriber from the deliveries and stored requests; nothing more is sent to it. The
   rows stay for the totals. */
create function private.forget_recipient() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- Before the rows, in the order in which a batch is settled. A batch without a request stays unlocked, since its process goes on.
  update private.newsletter_batches set request = null
    where request is not null and id in (select batch_id from public.newsletter_deliveries where subscriber_id = old.id and status = 'sending');
  update public.newsletter_deliveries
    set email = null,
      sections = null,
      status = case when status = 'pending' then 'skipped' else status end,
      reason = case when status = 'pending' then 'deleted' else reason end,
      settled_at = case when status = 'pending' then now() else settled_at end
    where subscriber_id = old.id;
  return old;
end
$$;
create trigger forget_recipient before delete on public.newsletter_subscribers
  for each row execute function private.forget_recipient();

/* Settles the batches of processes that have been silent for so long that they must be dead. What was sent is
   unknown, unless the transport repeats requests (p_repeating): without a stored request nothing was, and a stored one is left to
   be repeated, by the account that it was sent with and while its key is valid. Returns how many rows became
   uncertain. */
create function private.settle_silent_batches(
  p_silent_seconds integer, p_key_hours integer, p_account text, p_repeating text[]
) returns integer
language plpgsql set search_path = ''
as $$
declare
  batch record;
  state text;
  lost integer;
  total integer := 0;
begin
  -- A clock that was set back: who lives says so again.
  update private.newsletter_batches set seen_at = now() where seen_at > now() + interval '1 minute';
  -- A recipient was deleted at the moment when the request was stored.
  update private.newsletter_batches set request = null
    where request is not null and exists (
      select from public.newsletter_deliveries
      where batch_id = newsletter_batches.id and newsletter_deliveries.status = 'sending' and email is null);
  for batch in
    select dead.id, dead.issue_id, transport = any(p_repeating) and requested_at is null as is_untouched
    from private.newsletter_batches as dead join public.newsletter_issues as issue on issue.id = dead.issue_id
    where seen_at < now() - make_interval(secs => p_silent_seconds)
      and (request is null or account is distinct from p_account or issue.status = 'cancelled'
        -- The age of a request in the future is unknown.
        or requested_at not between now() - make_interval(hours => p_key_hours) and now())
    limit 1000 for update of dead skip locked
  loop
    if batch.is_untouched then
      -- Nothing comes back to an issue while it is cancelled or ends. Who does that locks the issue before its batches, so this does not wait.
      select status into state from public.newsletter_issues where id = batch.issue_id for no key update skip locked;
      continue when not found;
    end if;
    update public.newsletter_deliveries
    set status = case when not batch.is_untouched then 'uncertain' when state = 'cancelled' then 'skipped' else 'pending' end,
        attempts = attempts - batch.is_untouched::integer,
        settled_at = case when not batch.is_untouched or state = 'cancelled' then now() end,
        reason = case when not batch.is_untouched then 'The process that was handing it over ended before it knew.'
          when state = 'cancelled' then 'cancelled' end
    where id in (
      -- A process that is not dead locks the rows that it settles, in an order of its own.
      select id from public.newsletter_deliveries where batch_id = batch.id and status = 'sending' for no key update skip locked);
    get diagnostics lost = row_count;
    if not batch.is_untouched then
      total := total + lost;
    end if;
    delete from private.newsletter_batches where id = batch.id;
  end loop;
  return total;
end
$$;

/* Ends an issue when each of its messages has an outcome, or pauses it at the number at which it was to pause. Returns its status, and the
   seconds until the next message is due: null when none is pending, 0 when one is now. */
create function private.conclude_newsletter_issue(p_issue_id uuid, out status text, out due_in double precision)
language plpgsql set search_path = ''
as $$
declare
  issue public.newsletter_issues;
  is_sending boolean;
  outcome text;
begin
  select * into issue from public.newsletter_issues where id = p_issue_id for no key update;
  status := issue.status;
  if status is distinct from 'sending' then
    return;
  end if;
  -- A message that another process has claimed is its own, as long as that lives.
  select min(case
      when delivery.status = 'sending' then null
      when exists (select from private.newsletter_batches as other where other.id = delivery.batch_id) then 20
      when due_at is null then 0
      else greatest(0, extract(epoch from due_at - now())) end), bool_or(delivery.status = 'sending') into due_in, is_sending
    from public.newsletter_deliveries as delivery where issue_id = p_issue_id and delivery.status in ('pending', 'sending');
  if is_sending then
    return;
  end if;
  if due_in is null then
    select string_agg(
        format('%s %s', count, case when issue.into_outbox and state = 'sent' then 'in the outbox' else state end), ', ' order by state)
      into outcome from (
      select delivery.status as state, count(*) from public.newsletter_deliveries as delivery
      where issue_id = p_issue_id group by delivery.status) as counted;
    perform private.move_newsletter_issue(p_issue_id, array['sending'], 'sent', null, outcome);
    status := 'sent';
  elsif issue.pause_after <= (
    select count(*) from public.newsletter_deliveries as delivery
    where issue_id = p_issue_id and delivery.status in ('sent', 'failed', 'uncertain')) then
    outcome := format(
      case when issue.into_outbox then 'The first %s messages are in the outbox, after which it was to pause.'
        else 'The first %s messages have been sent, after which it was to pause.' end, issue.pause_after);
    perform private.move_newsletter_issue(p_issue_id, array['sending'], 'paused', null, outcome);
    update public.newsletter_issues set pause_after = null where id = p_issue_id;
    status := 'paused';
  end if;
end
$$;

/* Returns what a mail server has said, without what looks like an address: who makes newsletters sees why messages fail, and need not be allowed to
   see whom they were for. */
create function private.without_addresses(p_text text) returns text
language sql immutable set search_path = ''
return regexp_replace(p_text, '[^\s<>;]*(@|%40)[^\s<>;]*', '…', 'g');

/* These sections by the addresses that they have now; null for null. */
create function private.present_sections(p_sections text[]) returns text[]
language sql stable set search_path = ''
return (
  select array_agg(distinct coalesce(retired_to, slug) order by coalesce(retired_to, slug))
  from public.categories where slug = any(p_sections));

/* The sections that have something in a message, as server/features/newsletter/render/personalise-message.ts marks them; null when it is
   not divided. */
create function private.sections_of_message(p_html text) returns text[]
language sql stable set search_path = ''
return private.present_sections((
  select array_agg(distinct slug)
  from regexp_matches(p_html, '\uFDD0in ([a-z0-9 -]*)\uFDD2', 'g') as mark (slugs),
    string_to_table(slugs[1], ' ') as slug));

/* Judges for whom there is nothing in the messages of an issue, among those who were not sent it yet and have chosen sections. Their rows
   are `empty`: nothing is sent, and they count. */
create function private.judge_newsletter_deliveries(p_issue_id uuid) returns void
language sql set search_path = ''
as $$
  with message as materialized (
    select language, private.sections_of_message(html) as sections from public.newsletter_messages where issue_id = p_issue_id
  ), choice as materialized (
    -- Once for everybody who has chosen the same.
    select sections, private.present_sections(sections) as present
    from (select distinct sections from public.newsletter_deliveries where issue_id = p_issue_id and sections is not null) as chosen
  ), judged as (
    select delivery.id, not choice.present && message.sections as is_empty
    from public.newsletter_deliveries as delivery join message on message.language = delivery.language
      join choice on choice.sections = delivery.sections
    where issue_id = p_issue_id and status in ('pending', 'empty')
    -- A process that is about to settle one waits for the issue.
    for no key update of delivery skip locked
  )
  update public.newsletter_deliveries as delivery
  set status = case when is_empty then 'empty' else 'pending' end, due_at = null, settled_at = case when is_empty then now() end
  from judged where judged.id = delivery.id and coalesce(is_empty, false) <> (status = 'empty')
$$;

-- The recipients of newsletters: confirmed, not left, and with an address that accepts mail. Used by approvals, tests,
-- the start of a sending and its batches. Who chose a language that is switched off gets the English edition meanwhile.
create view private.newsletter_recipients with (security_invoker = true) as
select id, email, case when language = any ((select private.offered_languages())::text[]) then language else 'en' end as language, subscribed_at,
  sections
from public.newsletter_subscribers
where confirmed and is_active and not exists (
  select from private.suppressed_addresses
  where address_hash = private.sha256_hex(lower(email)) and reason in ('bounced', 'complained'));

/* Settles the claimed recipients whose batch is gone: whether their message was handed over is unknown. If the process
   that claimed them is still there, its outcome takes precedence. Returns how many they are. */
create function private.settle_orphaned_deliveries() returns integer
language plpgsql set search_path = ''
as $$
declare
  lost integer;
begin
  update public.newsletter_deliveries
  set status = 'uncertain', settled_at = now(), reason = 'The process that was handing it over ended before it knew.'
  where id in (
    select orphan.id from public.newsletter_deliveries as orphan
    where status = 'sending' and not exists (select from private.newsletter_batches where id = orphan.batch_id)
    for no key update skip locked);
  get diagnostics lost = row_count;
  return lost;
end
$$;

/* Gives up the requests of dead processes that are older than that, when one of their recipients has left or was
   erased since: a request can only be repeated as it was. Each of their messages becomes uncertain. Returns how many
   these are. */
create function private.give_up_unwanted_requests(p_issue_id uuid, p_silent_seconds integer, p_minutes integer) returns integer
language plpgsql set search_path = ''
as $$
declare
  lost integer;
begin
  with unwanted as (
    delete from private.newsletter_batches as dead using (
      select batch.id from private.newsletter_batches as batch
      where issue_id = p_issue_id and seen_at < now() - make_interval(secs => p_silent_seconds)
        and requested_at < now() - make_interval(mins => p_minutes) and exists (
          select from public.newsletter_deliveries as delivery
          where batch_id = batch.id and status = 'sending' and not exists (
            select from private.newsletter_recipients as recipient
            where recipient.id = delivery.subscriber_id and lower(recipient.email) = lower(delivery.email)))
      for update of batch skip locked) as found
    where dead.id = found.id
    returning dead.id)
  update public.newsletter_deliveries
  set status = 'uncertain', settled_at = now(),
    reason = 'Its request was not repeated, because somebody in it has left since.'
  where batch_id in (select id from unwanted) and status = 'sending';
  get diagnostics lost = row_count;
  return lost;
end
$$;
