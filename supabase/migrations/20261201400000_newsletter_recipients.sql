-- Who gets newsletters is said in one place, which approvals, rehearsals, the start of a sending and its batches read.

/* Everybody who is confirmed, has not left, and has no address that refused mail. Who was erased may have come back. */
create view private.newsletter_recipients with (security_invoker = true) as
select id, email, language, subscribed_at from public.newsletter_subscribers
where confirmed and is_active and not exists (
  select from private.suppressed_addresses
  where address_hash = private.sha256_hex(lower(email)) and reason in ('bounced', 'complained'));

/* Claims the next recipients of an issue that is being sent: their rows are `sending`, in a batch of their own, before anything is
   handed over. Who has left meanwhile is skipped. Claims nothing when the issue is paused, or has reached the number at which it is to pause. */
create or replace function private.claim_newsletter_batch(p_issue_id uuid, p_transport text, p_limit integer)
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
        -- One look for each row that is due: joined to the view itself, everybody who is subscribed could be read for each batch.
        select due.id, recipient.id is not null as stays
        from due left join lateral (
          select present.id from private.newsletter_recipients as present
          where present.id = due.subscriber_id and lower(present.email) = lower(due.email)
          offset 0) as recipient on true
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
