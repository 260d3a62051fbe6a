-- The demo has issues that were sent to nobody: they are marked, and stay as they are.
alter table public.newsletter_issues drop constraint newsletter_issues_origin_check;
alter table public.newsletter_issues add constraint newsletter_issues_origin_check
  check (origin in ('desk', 'clock', 'call', 'demo'));

create or replace function private.move_issue() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.updated_at := now();
  if new.status = old.status then
    return new;
  end if;
  if not private.is_move_of_issue(old.status, new.status) or (old.origin = 'demo' and old.ended_at is not null) then
    raise exception using errcode = '23514', constraint = 'newsletter_issues_move_check',
      message = format('An issue that is %s cannot become %s (newsletter_issues_move_check).', old.status, new.status);
  end if;
  if new.status = 'draft' then
    new.approved_at := null;
    new.approved_by := null;
    new.seal := null;
    new.scheduled_for := null;
  end if;
  if new.status in ('draft', 'sending', 'cancelled') then
    new.held_reason := null;
  end if;
  if new.status = 'sending' then
    new.started_at := coalesce(new.started_at, now());
  end if;
  new.ended_at := case when new.status in ('sent', 'cancelled') then now() end;
  return new;
end
$$;
