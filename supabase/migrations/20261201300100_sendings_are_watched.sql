-- A ledger that comes from a backup does not know what was sent after it was made, so an issue that nobody has worked on for a while waits for somebody.

create table private.newsletter_watch (
  issue_id uuid primary key references public.newsletter_issues (id) on delete cascade,
  seen_at timestamptz not null default now()
);

alter table private.newsletter_watch enable row level security;

/* Says that somebody works on an issue that is being sent. Answers false when nobody has for so many minutes, since it was started or resumed. */
create function private.watch_newsletter_issue(p_issue_id uuid, p_minutes integer) returns boolean
language sql set search_path = ''
as $$
  insert into private.newsletter_watch (issue_id)
  select p_issue_id
  where exists (
    select from private.newsletter_watch
    where issue_id = p_issue_id and seen_at >= now() - make_interval(mins => p_minutes)
  ) or exists (
    select from public.newsletter_issue_events
    where issue_id = p_issue_id and event = 'sending' and happened_at >= now() - make_interval(mins => p_minutes)
  )
  on conflict (issue_id) do update set seen_at = now()
  returning true;
$$;

revoke all on function private.watch_newsletter_issue(uuid, integer) from public;
