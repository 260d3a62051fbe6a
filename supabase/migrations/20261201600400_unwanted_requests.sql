-- A request that is repeated hours later may be for somebody who has left or was erased since, and it can only be repeated as it was.

/* Gives up the requests of dead processes that were made longer ago than that, when one of their recipients would not be written to any more.
   They may have been taken, so that of each of their messages nobody knows whether it left. Returns how many these are. */
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

revoke all on function private.give_up_unwanted_requests(uuid, integer, integer) from public;
