-- A recipient whose batch is gone was settled by nobody, and kept its issue in `sending` for ever.

/* Settles the claimed recipients of whom no batch is left: nobody knows whether their message was handed over. Should the process that claimed
   them still be there, what it knows outweighs this. Returns how many they are. */
create function private.settle_orphaned_deliveries() returns integer
language plpgsql set search_path = ''
as $$
declare
  lost integer;
begin
  update public.newsletter_deliveries as delivery
  set status = 'uncertain', settled_at = now(), reason = 'The process that was handing it over ended before it knew.'
  where status = 'sending' and not exists (select from private.newsletter_batches where id = delivery.batch_id);
  get diagnostics lost = row_count;
  return lost;
end
$$;

revoke all on function private.settle_orphaned_deliveries() from public;
