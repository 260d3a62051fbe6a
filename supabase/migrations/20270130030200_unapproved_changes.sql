-- What somebody who may not send has written is not sent without an approval, also where issues go out automatically.
alter table private.newsletter_sundays add column needs_approval boolean not null default false;

/* Notes that the issue of a Sunday needs an approval, when the caller is a person who may not send. */
create function private.note_unapproved_change(p_issue_id uuid) returns void
language sql security definer set search_path = ''
as $$
  update private.newsletter_sundays set needs_approval = true
  where issue_id = p_issue_id and not needs_approval and auth.uid() is not null and not private.is_allowed('send')
$$;

create or replace function private.change_look_of_issue() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if old.status <> 'draft' then
    raise exception using errcode = '23514', constraint = 'newsletter_issues_sealed_check',
      message = 'This issue has been approved. Reopen it to change it (newsletter_issues_sealed_check).';
  end if;
  new.revision := old.revision + 1;
  perform private.note_unapproved_change(old.id);
  return new;
end
$$;

create or replace function private.change_issue() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  changed uuid;
  allowed boolean;
begin
  if private.is_restoring() then
    return null;
  end if;
  if tg_table_name = 'newsletter_summaries' then
    select issue_id into changed from public.newsletter_items
      where id = case when tg_op = 'DELETE' then old.item_id else new.item_id end;
  else
    changed := case when tg_op = 'DELETE' then old.issue_id else new.issue_id end;
  end if;
  update public.newsletter_issues set revision = revision + 1
    where id = changed and (status = 'draft' or tg_op = 'DELETE')
    returning true into allowed;
  -- Without an issue: it is being deleted with all that it has.
  if allowed is null and exists (select from public.newsletter_issues where id = changed) then
    raise exception using errcode = '23514', constraint = 'newsletter_issues_sealed_check',
      message = 'This issue has been approved. Reopen it to change it (newsletter_issues_sealed_check).';
  end if;
  if tg_op <> 'DELETE' then
    perform private.note_unapproved_change(changed);
  end if;
  return null;
end
$$;
