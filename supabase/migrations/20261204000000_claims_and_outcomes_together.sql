-- A process claimed messages long before it sent them, so that a kill left dozens of them uncertain. It now claims one for each connection that is free, in the commit that stores the outcomes of the messages before them.

drop function private.claim_newsletter_batch(uuid, text, integer);

/* Claims the next recipients of an issue that is being sent, in the order of their ids and after `p_after`: their rows are `sending`, in the
   batch `p_batch_id`, before anything is sent. Recipients who have left meanwhile are skipped. Claims nothing when the issue is paused, or
   has reached the number at which it is to pause. */
create function private.claim_newsletter_deliveries(
  p_issue_id uuid, p_batch_id uuid, p_transport text, p_after bigint, p_limit integer
)
returns table (batch_id uuid, id bigint, subscriber_id uuid, email text, language text, message_id uuid, attempts integer)
language plpgsql set search_path = '' set plan_cache_mode = force_generic_plan
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
      select claimed.batch_id, claimed.id, claimed.subscriber_id, claimed.email, claimed.language, claimed.message_id, claimed.attempts
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
      where issue_id = p_issue_id and status = 'pending' and delivery.id > p_after and (due_at is null or due_at <= now()));
  end loop;
end
$$;

/* Stores outcomes, then claims the next recipients, in one commit: a connection that is done with a message gets its next one by the same
   commit, so that never more rows are `sending` than there are connections. */
create function private.settle_and_claim_newsletter_deliveries(
  p_issue_id uuid, p_ids bigint[], p_batches uuid[], p_outcomes text[], p_reasons text[], p_delays integer[], p_done uuid[],
  p_batch_id uuid, p_transport text, p_after bigint, p_limit integer
)
returns table (batch_id uuid, id bigint, subscriber_id uuid, email text, language text, message_id uuid, attempts integer)
language plpgsql set search_path = ''
as $$
begin
  if cardinality(p_ids) + cardinality(p_done) > 0 then
    perform private.settle_newsletter_deliveries(p_issue_id, p_ids, p_batches, p_outcomes, p_reasons, p_delays, p_done);
  end if;
  if p_limit > 0 then
    return query select * from private.claim_newsletter_deliveries(p_issue_id, p_batch_id, p_transport, p_after, p_limit);
  end if;
end
$$;

-- Called for a few rows at a time, these would be planned anew for each number of rows.
alter function private.settle_newsletter_deliveries(uuid, bigint[], uuid[], text[], text[], integer[], uuid[])
  set plan_cache_mode = force_generic_plan;

revoke all on function private.claim_newsletter_deliveries(uuid, uuid, text, bigint, integer) from public;
revoke all on function private.settle_and_claim_newsletter_deliveries(
  uuid, bigint[], uuid[], text[], text[], integer[], uuid[], uuid, text, bigint, integer) from public;

alter function private.take_newsletter_permits(text, integer, integer, integer, integer, integer, integer)
  rename to reserve_newsletter_quota;

-- An administrator may decide to send to uncertain recipients again.
alter table public.newsletter_issue_events drop constraint newsletter_issue_events_event_check;
alter table public.newsletter_issue_events add constraint newsletter_issue_events_event_check check (event in (
  'draft', 'approved', 'scheduled', 'sending', 'paused', 'sent', 'cancelled', 'held', 'tested', 'rehearsed', 'retried', 'resent'));
