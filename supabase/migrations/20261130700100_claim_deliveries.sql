-- Several processes send one issue together: each claims a batch of its recipients, and writes down what became of them.

/* Claims the next recipients of an issue that is being sent: their rows are `sending`, in a batch of their own, before anything is
   handed over. Who has left meanwhile is skipped. Claims nothing when the issue is paused, or has reached the number at which it is to pause. */
create function private.claim_newsletter_batch(p_issue_id uuid, p_transport text, p_limit integer)
returns table (batch_id uuid, id bigint, subscriber_id uuid, email text, language text, message_id uuid, attempts integer)
language plpgsql set search_path = ''
as $$
#variable_conflict use_column
declare
  pauses_after integer;
  batch uuid := gen_random_uuid();
  allowed integer := p_limit;
  skipped integer;
begin
  -- Claims wait for each other, and for whoever pauses the issue.
  select pause_after into pauses_after from public.newsletter_issues
    where id = p_issue_id and status = 'sending' for no key update;
  if not found then
    return;
  end if;
  if pauses_after is not null then
    allowed := least(allowed, pauses_after - (
      select count(*) from public.newsletter_deliveries
      where issue_id = p_issue_id and status in ('sending', 'sent', 'failed', 'uncertain')));
  end if;
  while allowed > 0 loop
    return query
      with due as (
        select delivery.id, delivery.email, delivery.subscriber_id from public.newsletter_deliveries as delivery
        where issue_id = p_issue_id and status = 'pending' and (due_at is null or due_at <= now())
        order by delivery.id limit allowed for update skip locked
      ), judged as (
        select due.id, due.email is not null and subscriber.id is not null and not exists (
            select from private.suppressed_addresses
            where address_hash = private.sha256_hex(lower(due.email)) and reason in ('bounced', 'complained')) as stays
        from due left join public.newsletter_subscribers as subscriber
          on subscriber.id = due.subscriber_id and subscriber.confirmed and subscriber.is_active
      ), claimed as (
        update public.newsletter_deliveries as delivery
        set status = case when stays then 'sending' else 'skipped' end,
            batch_id = case when stays then batch end,
            attempts = attempts + stays::integer,
            due_at = null,
            reason = case when not stays then 'left' end,
            settled_at = case when not stays then now() end
        from judged where delivery.id = judged.id
        returning delivery.*
      )
      select claimed.batch_id, claimed.id, claimed.subscriber_id, claimed.email, claimed.language, claimed.message_id, claimed.attempts
      from claimed where status = 'sending' order by claimed.id;
    get diagnostics skipped = row_count;
    if skipped > 0 then
      insert into private.newsletter_batches (id, issue_id, transport) values (batch, p_issue_id, p_transport);
      return;
    end if;
    -- All that were due have left: the next ones may have not.
    exit when not exists (
      select from public.newsletter_deliveries
      where issue_id = p_issue_id and status = 'pending' and (due_at is null or due_at <= now()));
  end loop;
end
$$;

/* Writes down what became of messages of claimed rows. `released` were not handed over; `pending` were refused for the moment and are due
   after so many seconds. It counts only for rows that still belong to that batch: when its process was thought dead, a row may be
   `uncertain` by now, and a known outcome is better. Batches that are done are forgotten. */
create function private.settle_newsletter_deliveries(
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
  update public.newsletter_deliveries as delivery
  set status = settled.status,
      attempts = attempts - (outcome = 'released')::integer,
      batch_id = case when settled.status <> 'pending' then delivery.batch_id end,
      due_at = case when settled.status = 'pending' and outcome = 'pending' then now() + make_interval(secs => delay) end,
      settled_at = case when settled.status <> 'pending' then now() end,
      reason = case when settled.status = 'skipped' then 'cancelled' else settled.reason end
  from (
    select mark.*, case
      when outcome not in ('released', 'pending') then outcome
      when state = 'cancelled' then 'skipped'
      else 'pending' end as status
    from unnest(p_ids, p_batches, p_outcomes, p_reasons, p_delays) as mark (id, batch, outcome, reason, delay)) as settled
  where delivery.id = settled.id and delivery.batch_id = settled.batch
    and (delivery.status = 'sending' or delivery.status = 'uncertain' and settled.outcome in ('sent', 'failed'));
  delete from private.newsletter_batches where id = any(p_done);
  -- Desks follow the issue; once in a second is enough for them.
  update public.newsletter_issues set progressed_at = now()
    where id = p_issue_id and (progressed_at is null or progressed_at not between now() - interval '1 second' and now());
end
$$;

/* Settles the batches whose process has been silent for so long that it must be dead. What was handed over cannot be known, unless the
   transport repeats requests: then nothing was when no request is stored, and a stored one is left to be repeated while its key is known.
   Returns how many rows are uncertain since. */
create function private.settle_silent_batches(p_silent_seconds integer, p_key_hours integer) returns integer
language plpgsql set search_path = ''
as $$
declare
  batch record;
  lost integer;
  total integer := 0;
begin
  for batch in
    select dead.id, dead.issue_id, transport = 'resend' and request is null as is_untouched, issue.status
    from private.newsletter_batches as dead join public.newsletter_issues as issue on issue.id = dead.issue_id
    where seen_at < now() - make_interval(secs => p_silent_seconds)
      and (request is null or requested_at < now() - make_interval(hours => p_key_hours) or issue.status = 'cancelled')
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

/* Ends an issue when each of its messages has an outcome, or pauses it at the number at which it was to pause. Returns its status, and the
   seconds until the next message is due: null when none is pending, 0 when one is now. */
create function private.conclude_newsletter_issue(p_issue_id uuid, out status text, out due_in double precision)
language plpgsql set search_path = ''
as $$
declare
  issue public.newsletter_issues;
  outcome text;
begin
  select * into issue from public.newsletter_issues where id = p_issue_id for no key update;
  status := issue.status;
  if status is distinct from 'sending' then
    return;
  end if;
  select min(case when due_at is null then 0 else greatest(0, extract(epoch from due_at - now())) end) into due_in
    from public.newsletter_deliveries as delivery where issue_id = p_issue_id and delivery.status = 'pending';
  if exists (select from public.newsletter_deliveries as delivery where issue_id = p_issue_id and delivery.status = 'sending') then
    return;
  end if;
  if due_in is null then
    select string_agg(format('%s %s', count, state), ', ' order by state) into outcome from (
      select delivery.status as state, count(*) from public.newsletter_deliveries as delivery
      where issue_id = p_issue_id group by delivery.status) as counted;
    perform private.move_newsletter_issue(p_issue_id, array['sending'], 'sent', null, outcome);
    status := 'sent';
  elsif issue.pause_after <= (
    select count(*) from public.newsletter_deliveries as delivery
    where issue_id = p_issue_id and delivery.status in ('sent', 'failed', 'uncertain')) then
    outcome := format('The first %s messages have been sent, after which it was to pause.', issue.pause_after);
    perform private.move_newsletter_issue(p_issue_id, array['sending'], 'paused', null, outcome);
    update public.newsletter_issues set pause_after = null where id = p_issue_id;
    status := 'paused';
  end if;
end
$$;

revoke all on function private.claim_newsletter_batch(uuid, text, integer) from public;
revoke all on function private.settle_newsletter_deliveries(uuid, bigint[], uuid[], text[], text[], integer[], uuid[]) from public;
revoke all on function private.settle_silent_batches(integer, integer) from public;
revoke all on function private.conclude_newsletter_issue(uuid) from public;
