-- A newsletter is written, approved, and sent once: each step is a legal move, and is written down.

create table public.newsletter_issues (
  id uuid primary key default gen_random_uuid(),
  -- The address of its web version, from the day of sending; set when it is approved.
  slug text unique check (slug ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}(-[1-9][0-9]{0,2})?$'),
  status text not null default 'draft'
    check (status in ('draft', 'approved', 'scheduled', 'sending', 'paused', 'sent', 'cancelled')),
  -- Begun at the desk, by the clock, or by a call that sends a subject and a content.
  origin text not null default 'desk' check (origin in ('desk', 'clock', 'call')),
  -- Articles published in this time are offered to it.
  covers_from timestamptz,
  covers_until timestamptz,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  -- Raised by every change of what readers would get.
  revision integer not null default 1,
  -- The revision that was last sent as a test.
  tested_revision integer,
  approved_at timestamptz,
  approved_by uuid,
  -- A hash of everything that was approved, with the texts of the linked articles.
  seal text,
  scheduled_for timestamptz,
  -- Why it does not go out although it could: somebody has to decide.
  held_reason text check (char_length(held_reason) <= 1000),
  -- Pauses by itself after so many messages, once.
  pause_after integer check (pause_after between 1 and 1000000),
  counts_clicks boolean not null default false,
  -- How many people were written down as its recipients.
  audience integer,
  started_at timestamptz,
  ended_at timestamptz,
  -- When its deliveries last changed, for desks that watch.
  progressed_at timestamptz,
  constraint newsletter_issues_approval_check check (
    status in ('draft', 'cancelled') or (approved_at is not null and seal is not null and slug is not null)),
  constraint newsletter_issues_schedule_check check (status <> 'scheduled' or scheduled_for is not null),
  constraint newsletter_issues_start_check check (
    status not in ('sending', 'paused', 'sent') or (started_at is not null and audience is not null)),
  constraint newsletter_issues_end_check check ((status in ('sent', 'cancelled')) = (ended_at is not null))
);

create index newsletter_issues_newest on public.newsletter_issues (created_at desc);
create index newsletter_issues_sent on public.newsletter_issues (started_at desc) where started_at is not null;
create index newsletter_issues_under_way on public.newsletter_issues (status) where status in ('scheduled', 'sending', 'paused');

alter table public.newsletter_issues enable row level security;
grant select on public.newsletter_issues to authenticated;
grant all on public.newsletter_issues to service_role;
create policy "administrators read issues" on public.newsletter_issues
  for select to authenticated using ((select private.is_admin()));

-- What happened to an issue, as the desk shows it.
create table public.newsletter_issue_events (
  id bigint generated always as identity primary key,
  issue_id uuid not null references public.newsletter_issues (id) on delete cascade,
  happened_at timestamptz not null default clock_timestamp(),
  -- Null when it happened by itself.
  actor uuid,
  -- A status that it came to, or something else worth knowing.
  event text not null check (event in (
    'draft', 'approved', 'scheduled', 'sending', 'paused', 'sent', 'cancelled', 'held', 'tested', 'rehearsed', 'retried')),
  reason text check (char_length(reason) <= 1000)
);

create index newsletter_issue_events_of_issue on public.newsletter_issue_events (issue_id, id);

alter table public.newsletter_issue_events enable row level security;
grant select on public.newsletter_issue_events to authenticated;
grant all on public.newsletter_issue_events to service_role;
create policy "administrators read events of issues" on public.newsletter_issue_events
  for select to authenticated using ((select private.is_admin()));

create function private.is_move_of_issue(p_from text, p_to text) returns boolean
language sql immutable set search_path = ''
return (p_from, p_to) in (
  ('draft', 'approved'), ('draft', 'cancelled'),
  ('approved', 'draft'), ('approved', 'scheduled'), ('approved', 'sending'), ('approved', 'cancelled'),
  ('scheduled', 'draft'), ('scheduled', 'approved'), ('scheduled', 'sending'), ('scheduled', 'cancelled'),
  ('sending', 'paused'), ('sending', 'sent'),
  ('paused', 'sending'), ('paused', 'sent'), ('paused', 'cancelled'));

/* Lets an issue only move as it may, dates what follows from a move, and forgets the approval of what goes back to be changed. */
create function private.move_issue() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.updated_at := now();
  if new.status = old.status then
    return new;
  end if;
  if not private.is_move_of_issue(old.status, new.status) then
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

create trigger move_issue before update on public.newsletter_issues
  for each row execute function private.move_issue();

/* Moves an issue, and writes down who did it and why. Answers false when it is not in one of the states from which it was to be moved:
   somebody else was first.
   @throws 23514 when it may never move like this */
create function private.move_newsletter_issue(
  p_id uuid, p_from text[], p_to text, p_actor uuid default null, p_reason text default null
) returns boolean
language plpgsql set search_path = ''
as $$
begin
  update public.newsletter_issues set status = p_to where id = p_id and status = any(p_from);
  if not found then
    return false;
  end if;
  insert into public.newsletter_issue_events (issue_id, actor, event, reason) values (p_id, p_actor, p_to, p_reason);
  return true;
end
$$;

revoke all on function private.move_newsletter_issue(uuid, text[], text, uuid, text) from public;

create trigger announce_row_change after insert or update or delete on public.newsletter_issues
  for each row execute function private.announce_row_change('id');
create trigger announce_reload after truncate on public.newsletter_issues
  for each statement execute function private.announce_reload();
