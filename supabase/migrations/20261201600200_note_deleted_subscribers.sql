-- One wrong request could delete all subscribers with their consent, and nothing said who had made it.

/* Notes who deleted subscribers, or ended and renewed their subscriptions, without an address; and refuses it for more than a thousand at once. */
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
    insert into public.audit_log (actor, action, subject_id, details) values (
      auth.uid(), case tg_op when 'DELETE' then 'delete_subscribers' else 'change_subscribers' end,
      case cardinality(ids) when 1 then ids[1] else gen_random_uuid() end, counts);
  end if;
  return null;
end
$$;

-- What other functions do, they note themselves.
create trigger note_deleted after delete on public.newsletter_subscribers
  referencing old table as old_rows
  for each statement when (current_user = 'authenticated') execute function private.note_changed_subscribers();
create trigger note_changed after update on public.newsletter_subscribers
  referencing old table as old_rows new table as new_rows
  for each statement when (current_user = 'authenticated') execute function private.note_changed_subscribers();
