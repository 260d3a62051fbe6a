-- Somebody with two lines in a file, of which one says that they have left, has left.

/* Begins an import within this transaction, which ends it: rows are to be put into pg_temp.staged_subscribers, and who has left by a line into
   pg_temp.staged_leavers. Answers false while another import is under way. */
create or replace function private.begin_subscriber_import() returns boolean
language plpgsql set search_path = ''
as $$
begin
  if not pg_try_advisory_xact_lock(hashtext('newsletter_subscribers import')) then
    return false;
  end if;
  create temporary table staged_subscribers (
    address text collate "C" primary key,
    line integer not null,
    language text,
    subscribed_at timestamptz,
    confirmed_at timestamptz,
    -- SHA-256, as in private.suppressed_addresses.
    address_hash text not null
  ) on commit drop;
  create temporary table staged_leavers (address text collate "C" primary key) on commit drop;
  return true;
end
$$;
