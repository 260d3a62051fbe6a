-- Several processes send one issue together: each claims recipients, and records what became of them. Both are done for a few
-- rows at a time. They would be planned anew for each number of rows, and a plan that is kept must not read whole tables because
-- they were small when it was made.

/* Claims the next recipients of an issue that is being sent, in the order of their ids and after `p_after`: their rows are `sending`, in the
   batch `p_batch_id`, before anything is sent. Recipients who have left meanwhile are skipped. Claims nothing when the issue is paused, or
   has reached the number at which it is to pause. */
create function private.claim_newsletter_deliveries(
  p_issue_id uuid, p_batch_id uuid, p_transport text, p_after bigint, p_limit integer
)
returns table (batch_id uuid, id bigint, subscriber_id uuid, email text, language text, message_id uuid, attempts integer, sections text[])
language plpgsql set search_path = '' set plan_cache_mode = force_generic_plan set enable_seqscan = off
as $$
#variable_conflict use_column
declare
  pauses_after integer;
  allowed integer := p_limit;
  claimed_rows integer;
begin
  -- Claims wait for each other, and for a pause of the issue.
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
        where issue_id = p_issue_id and status = 'pending' and delivery.id > p_after and (due_at is null or due_at <= now())
          and not exists (select from private.newsletter_batches as other where other.id = delivery.batch_id)
        order by delivery.id limit allowed for update skip locked
      ), judged as (
        -- One lookup for each row that is due: joined to the view itself, all subscribers could be read for each claim.
        select due.id, recipient.id is not null as stays
        from due left join lateral (
          select present.id from private.newsletter_recipients as present
          where present.id = due.subscriber_id and lower(present.email) = lower(due.email)
          offset 0) as recipient on true
      ), claimed as (
        update public.newsletter_deliveries as delivery
        set status = case when stays then 'sending' else 'skipped' end,
            batch_id = case when stays then p_batch_id end,
            attempts = attempts + stays::integer,
            due_at = null,
            reason = case when not stays then 'left' end,
            settled_at = case when not stays then now() end
        from judged where delivery.id = judged.id
        returning delivery.*
      )
      select claimed.batch_id, claimed.id, claimed.subscriber_id, claimed.email, claimed.language, claimed.message_id, claimed.attempts,
        claimed.sections
      from claimed where status = 'sending' order by claimed.id;
    get diagnostics claimed_rows = row_count;
    if claimed_rows > 0 then
      insert into private.newsletter_batches (id, issue_id, transport) values (p_batch_id, p_issue_id, p_transport)
      on conflict do nothing;
      return;
    end if;
    -- All that were due have left: the next ones may have not.
    exit when not exists (
      select from public.newsletter_deliveries as delivery
      where issue_id = p_issue_id and status = 'pending' and delivery.id > p_after and (due_at is null or due_at <= now())
        and not exists (select from private.newsletter_batches as other where other.id = delivery.batch_id));
  end loop;
end
$$;

/* Records what became of the messages of claimed rows. `released` were not sent; `pending` were refused for the
   moment and are due after so many seconds. Only rows that still belong to the batch are changed, and rows that are
   `uncertain` because the process was believed dead: a known outcome is better. Finished batches are deleted. */
create function private.settle_newsletter_deliveries(
  p_issue_id uuid, p_ids bigint[], p_batches uuid[], p_outcomes text[], p_reasons text[], p_delays integer[], p_done uuid[]
) returns void
language plpgsql set search_path = '' set plan_cache_mode = force_generic_plan set enable_seqscan = off
as $$
declare
  state text;
begin
  -- The issue, then batches, then rows: every statement locks them in this order. Nothing comes back to an issue while it is being cancelled.
  select status into state from public.newsletter_issues where id = p_issue_id for no key update;
  if cardinality(p_done) > 0 then
    delete from private.newsletter_batches where id = any(p_done);
  end if;
  update public.newsletter_deliveries as delivery
  set status = outcome, due_at = null, settled_at = now(), reason = settled.reason
  from unnest(p_ids, p_batches, p_outcomes, p_reasons) as settled (id, batch, outcome, reason)
  where delivery.id = settled.id and delivery.batch_id = settled.batch and outcome not in ('released', 'pending')
    and (delivery.status = 'sending' or delivery.status = 'uncertain' and outcome in ('sent', 'failed'));
  if p_outcomes && array['released', 'pending'] then
    update public.newsletter_deliveries as delivery
    set status = case when is_unwanted then 'skipped' else 'pending' end,
        attempts = attempts - (outcome = 'released')::integer,
        batch_id = case when is_unwanted then batch_id end,
        due_at = case when not is_unwanted and outcome = 'pending' then now() + make_interval(secs => delay) end,
        settled_at = case when is_unwanted then now() end,
        reason = case when not is_unwanted then settled.reason when email is null then 'deleted' else 'cancelled' end
    from (
      select mark.*, state = 'cancelled' or recipient.email is null as is_unwanted
      from unnest(p_ids, p_batches, p_outcomes, p_reasons, p_delays) as mark (id, batch, outcome, reason, delay)
      join public.newsletter_deliveries as recipient on recipient.id = mark.id
      where outcome in ('released', 'pending')) as settled
    where delivery.id = settled.id and delivery.batch_id = settled.batch and delivery.status = 'sending';
  end if;
  -- Desks follow the issue; once in a second is enough for them.
  update public.newsletter_issues set progressed_at = now()
    where id = p_issue_id and (progressed_at is null or progressed_at not between now() - interval '1 second' and now());
end
$$;

/* Claims the next recipients of an issue that is being sent for a process, in the order of their ids and after `p_after`. Their rows stay
   `pending`, but have its batch: other processes leave them alone while the batch exists. Nothing is sent before
   `begin_newsletter_deliveries`. Returns the attempt that each message would be. */
create function private.reserve_newsletter_deliveries(
  p_issue_id uuid, p_batch_id uuid, p_transport text, p_after bigint, p_limit integer
)
returns table (batch_id uuid, id bigint, subscriber_id uuid, email text, language text, message_id uuid, attempts integer, sections text[])
language plpgsql set search_path = '' set plan_cache_mode = force_generic_plan set enable_seqscan = off
as $$
#variable_conflict use_column
declare
  pauses_after integer;
  allowed integer := p_limit;
begin
  -- A claim that is lost with the server costs nothing.
  perform set_config('synchronous_commit', 'off', true);
  select pause_after into pauses_after from public.newsletter_issues where id = p_issue_id and status = 'sending';
  if not found then
    return;
  end if;
  if pauses_after is not null then
    allowed := least(allowed, pauses_after - (
      select count(*) from public.newsletter_deliveries as delivery
      where issue_id = p_issue_id and (status in ('sending', 'sent', 'failed', 'uncertain')
        or status = 'pending' and batch_id = p_batch_id)));
  end if;
  insert into private.newsletter_batches (id, issue_id, transport) values (p_batch_id, p_issue_id, p_transport)
    on conflict do nothing;
  return query
    with due as (
      select delivery.id from public.newsletter_deliveries as delivery
      where issue_id = p_issue_id and status = 'pending' and delivery.id > p_after and (due_at is null or due_at <= now())
        and not exists (select from private.newsletter_batches as other where other.id = delivery.batch_id)
      order by delivery.id limit greatest(allowed, 0) for update skip locked
    ), claimed as (
      update public.newsletter_deliveries as delivery set batch_id = p_batch_id
      from due where delivery.id = due.id
      returning delivery.*
    )
    select claimed.batch_id, claimed.id, claimed.subscriber_id, claimed.email, claimed.language, claimed.message_id, claimed.attempts + 1,
      claimed.sections
    from claimed order by claimed.id;
end
$$;

/* Marks claimed rows as `sending`, and returns the ids of those whose messages may be sent now. Recipients who have left meanwhile are skipped.
   Returns none when the issue is paused, or has reached the number at which it is to pause. The same call again, after its response was
   lost, has the same outcome. */
create function private.begin_newsletter_deliveries(p_issue_id uuid, p_batch_id uuid, p_transport text, p_ids bigint[])
returns setof bigint
language plpgsql set search_path = '' set plan_cache_mode = force_generic_plan set enable_seqscan = off
as $$
declare
  pauses_after integer;
  allowed integer := cardinality(p_ids);
begin
  -- Processes wait for each other here, and for a pause of the issue.
  select pause_after into pauses_after from public.newsletter_issues
    where id = p_issue_id and status = 'sending' for no key update;
  if not found then
    return;
  end if;
  if pauses_after is not null then
    allowed := least(allowed, pauses_after - (
      select count(*) from public.newsletter_deliveries
      where issue_id = p_issue_id and status in ('sending', 'sent', 'failed', 'uncertain')
        and not (status = 'sending' and id = any(p_ids))));
  end if;
  insert into private.newsletter_batches (id, issue_id, transport) values (p_batch_id, p_issue_id, p_transport)
    on conflict do nothing;
  return query
    with claimed as (
      select delivery.id, delivery.email, delivery.subscriber_id, delivery.status from public.newsletter_deliveries as delivery
      where delivery.id = any(p_ids) and batch_id = p_batch_id and delivery.status in ('pending', 'sending')
      order by delivery.id limit greatest(allowed, 0)
      -- A person who left during a wait would not be seen. A locked row is being deleted, most likely: another run looks at it again.
      for no key update skip locked
    ), judged as (
      -- One lookup for each row: joined to the view itself, all subscribers could be read each time.
      select claimed.id, claimed.status, recipient.id is not null as stays
      from claimed left join lateral (
        select present.id from private.newsletter_recipients as present
        where present.id = claimed.subscriber_id and lower(present.email) = lower(claimed.email)
        offset 0) as recipient on true
    ), begun as (
      update public.newsletter_deliveries as delivery
      set status = case when stays then 'sending' else 'skipped' end,
          batch_id = case when stays then p_batch_id end,
          attempts = attempts + (stays and judged.status = 'pending')::integer,
          due_at = null,
          reason = case when not stays then 'left' end,
          settled_at = case when not stays then now() end
      from judged where delivery.id = judged.id
      returning delivery.id, delivery.status
    )
    select begun.id from begun where begun.status = 'sending';
end
$$;

/* Stores outcomes, then marks the messages that connections are about to send as `sending`, in one commit: never more rows are `sending`
   than there are connections. Returns the ids of those that may be sent. */
create function private.settle_and_begin_newsletter_deliveries(
  p_issue_id uuid, p_ids bigint[], p_batches uuid[], p_outcomes text[], p_reasons text[], p_delays integer[], p_done uuid[],
  p_batch_id uuid, p_transport text, p_begun bigint[]
)
returns setof bigint
language plpgsql set search_path = ''
as $$
begin
  if cardinality(p_ids) + cardinality(p_done) > 0 then
    perform private.settle_newsletter_deliveries(p_issue_id, p_ids, p_batches, p_outcomes, p_reasons, p_delays, p_done);
  end if;
  if cardinality(p_begun) > 0 then
    return query select * from private.begin_newsletter_deliveries(p_issue_id, p_batch_id, p_transport, p_begun);
  end if;
end
$$;
