-- A stored request has addresses in it, and is known only to the account that it was sent to: it goes with whoever is erased, and is repeated nowhere else.

-- A hash of the server and the key with which the request was sent. A request that was forgotten has its time, and no text.
alter table private.newsletter_batches add column account text;

/* Somebody who is deleted takes their address out of the ledger and out of requests, and is sent nothing more; the rows stay, for the sums. */
create or replace function private.forget_recipient() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- Before the rows, as whoever settles a batch locks it.
  update private.newsletter_batches set request = null
    where id in (select batch_id from public.newsletter_deliveries where subscriber_id = old.id and status = 'sending');
  update public.newsletter_deliveries
    set email = null,
      status = case when status = 'pending' then 'skipped' else status end,
      reason = case when status = 'pending' then 'deleted' else reason end,
      settled_at = case when status = 'pending' then now() else settled_at end
    where subscriber_id = old.id;
  return old;
end
$$;

drop function private.settle_silent_batches(integer, integer);

/* Settles the batches whose process has been silent for so long that it must be dead. What was handed over cannot be known, unless the
   transport repeats requests: then nothing was when no request was stored, and a stored one is left to be repeated, by the account that it
   was sent with and while its key is known. Returns how many rows are uncertain since. */
create function private.settle_silent_batches(p_silent_seconds integer, p_key_hours integer, p_account text) returns integer
language plpgsql set search_path = ''
as $$
declare
  batch record;
  lost integer;
  total integer := 0;
begin
  -- A clock that was set back: who lives says so again.
  update private.newsletter_batches set seen_at = now() where seen_at > now() + interval '1 minute';
  -- Somebody was deleted at the moment when the request was stored.
  update private.newsletter_batches set request = null
    where request is not null and exists (
      select from public.newsletter_deliveries
      where batch_id = newsletter_batches.id and newsletter_deliveries.status = 'sending' and email is null);
  for batch in
    select dead.id, dead.issue_id, transport = 'resend' and requested_at is null as is_untouched, issue.status
    from private.newsletter_batches as dead join public.newsletter_issues as issue on issue.id = dead.issue_id
    where seen_at < now() - make_interval(secs => p_silent_seconds)
      and (request is null or account is distinct from p_account or issue.status = 'cancelled'
        -- Of a request in the future nobody knows how old it is.
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

revoke all on function private.settle_silent_batches(integer, integer, text) from public;

/* Writes down what became of messages of claimed rows. `released` were not handed over; `pending` were refused for the moment and are due
   after so many seconds. It counts only for rows that still belong to that batch: when its process was thought dead, a row may be
   `uncertain` by now, and a known outcome is better. Batches that are done are forgotten. */
create or replace function private.settle_newsletter_deliveries(
  p_issue_id uuid, p_ids bigint[], p_batches uuid[], p_outcomes text[], p_reasons text[], p_delays integer[], p_done uuid[]
) returns void
language plpgsql set search_path = ''
as $$
declare
  state text;
begin
  if p_outcomes && array['released', 'pending'] then
    -- Nothing comes back to an issue while it is being cancelled.
    select status into state from public.newsletter_issues where id = p_issue_id for share;
  end if;
  -- Before the rows, as whoever deletes a recipient locks it.
  delete from private.newsletter_batches where id = any(p_done);
  update public.newsletter_deliveries as delivery
  set status = settled.status,
      attempts = attempts - (outcome = 'released')::integer,
      batch_id = case when settled.status <> 'pending' then delivery.batch_id end,
      due_at = case when settled.status = 'pending' and outcome = 'pending' then now() + make_interval(secs => delay) end,
      settled_at = case when settled.status <> 'pending' then now() end,
      reason = case when settled.status = 'skipped' then case when email is null then 'deleted' else 'cancelled' end else settled.reason end
  from (
    select mark.*, case
      when outcome not in ('released', 'pending') then outcome
      when state = 'cancelled' or recipient.email is null then 'skipped'
      else 'pending' end as status
    from unnest(p_ids, p_batches, p_outcomes, p_reasons, p_delays) as mark (id, batch, outcome, reason, delay)
    left join public.newsletter_deliveries as recipient on recipient.id = mark.id) as settled
  where delivery.id = settled.id and delivery.batch_id = settled.batch
    and (delivery.status = 'sending' or delivery.status = 'uncertain' and settled.outcome in ('sent', 'failed'));
  -- Desks follow the issue; once in a second is enough for them.
  update public.newsletter_issues set progressed_at = now()
    where id = p_issue_id and (progressed_at is null or progressed_at not between now() - interval '1 second' and now());
end
$$;
