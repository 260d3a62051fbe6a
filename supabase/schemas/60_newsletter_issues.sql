-- An issue of the newsletter is written, approved, and sent once. Each change of its status is checked and recorded.
create table public.newsletter_issues (
  id uuid primary key default gen_random_uuid(),
  -- The address of its web version, from the day of sending; set when it is approved.
  slug text unique check (slug ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}(-[1-9][0-9]{0,2})?$'),
  status text not null default 'draft'
    check (status in ('draft', 'approved', 'scheduled', 'sending', 'paused', 'sent', 'cancelled')),
  -- Begun at the desk, by the clock, by a call that sends a subject and a content, or with the demo: sent to nobody, with invented
  -- figures.
  origin text not null default 'desk' check (origin in ('desk', 'clock', 'call', 'demo')),
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
  -- The reason why it is not sent although it could be: an administrator has to decide.
  held_reason text check (char_length(held_reason) <= 1000),
  -- The site was restored from a backup, and nobody has said yet whether it was sent after that. public.answer_restored_issue does.
  may_have_left boolean not null default false,
  -- Pauses automatically after this number of messages, once.
  pause_after integer check (pause_after between 1 and 1000000),
  counts_clicks boolean not null default false,
  -- The number of people who were written down as its recipients.
  audience integer,
  started_at timestamptz,
  ended_at timestamptz,
  -- The time when its deliveries last changed, for desks that watch.
  progressed_at timestamptz,
  -- Its messages are stored in the outbox and never leave: an administrator has confirmed that, without a mail server.
  into_outbox boolean not null default false,
  -- True if all its stories show their pictures, and not only the first.
  shows_pictures boolean not null default false,
  -- Somebody who may not send has changed it since it was last approved, so it is not sent automatically.
  needs_approval boolean not null default false,
  -- Since when the mail server takes none of its messages, and what it says. Those who may send it have been mailed that.
  waiting_since timestamptz,
  waiting_reason text check (char_length(waiting_reason) <= 300),
  waiting_told boolean not null default false,
  constraint newsletter_issues_approval_check check (
    status in ('draft', 'cancelled') or (approved_at is not null and seal is not null and slug is not null)),
  constraint newsletter_issues_schedule_check check (status <> 'scheduled' or scheduled_for is not null),
  constraint newsletter_issues_start_check check (
    status not in ('sending', 'paused', 'sent') or (started_at is not null and audience is not null)),
  constraint newsletter_issues_end_check check ((status in ('sent', 'cancelled')) = (ended_at is not null))
);
comment on table public.newsletter_issues is '{"live": true}';
create index newsletter_issues_newest on public.newsletter_issues (created_at desc);
create index newsletter_issues_sent on public.newsletter_issues (started_at desc) where started_at is not null;
create index newsletter_issues_under_way on public.newsletter_issues (status) where status in ('scheduled', 'sending', 'paused');
grant select, update (shows_pictures) on public.newsletter_issues to authenticated;
grant all on public.newsletter_issues to service_role;
create policy "makers of newsletters read issues" on public.newsletter_issues
  for select to authenticated using ((select private.makes_newsletters()));
create policy "makers of newsletters choose the look of issues" on public.newsletter_issues
  for update to authenticated using ((select private.makes_newsletters())) with check ((select private.makes_newsletters()));

-- The events of an issue, as the desk shows it.
create table public.newsletter_issue_events (
  id bigint generated always as identity primary key,
  issue_id uuid not null references public.newsletter_issues (id) on delete cascade,
  happened_at timestamptz not null default clock_timestamp(),
  -- Null when no user caused it.
  actor uuid,
  -- A status that it came to, or something else worth knowing.
  event text not null check (event in (
    'draft', 'approved', 'scheduled', 'sending', 'paused', 'sent', 'cancelled', 'held', 'tested', 'rehearsed', 'retried', 'resent',
    'waiting', 'continued')),
  reason text check (char_length(reason) <= 1000)
);
create index newsletter_issue_events_of_issue on public.newsletter_issue_events (issue_id, id);
grant select on public.newsletter_issue_events to authenticated;
grant all on public.newsletter_issue_events to service_role;
create policy "makers of newsletters read events of issues" on public.newsletter_issue_events
  for select to authenticated using ((select private.makes_newsletters()));

/* The legal changes of the status of an issue. A sent one can be sending again, when failed messages are retried. */
create function private.is_move_of_issue(p_from text, p_to text) returns boolean
language sql immutable set search_path = ''
return (p_from, p_to) in (
  ('draft', 'approved'), ('draft', 'cancelled'),
  ('approved', 'draft'), ('approved', 'scheduled'), ('approved', 'sending'), ('approved', 'cancelled'),
  ('scheduled', 'draft'), ('scheduled', 'approved'), ('scheduled', 'sending'), ('scheduled', 'cancelled'),
  ('sending', 'paused'), ('sending', 'sent'),
  ('paused', 'sending'), ('paused', 'sent'), ('paused', 'cancelled'),
  ('sent', 'sending'));

/* Allows only valid transitions of an issue, sets the times that belong to one, and removes the approval of an issue that returns to draft. */
create function private.move_issue() returns trigger
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
  new.may_have_left := new.may_have_left and new.ended_at is null;
  new.waiting_since := null;
  new.waiting_reason := null;
  new.waiting_told := false;
  return new;
end
$$;
create trigger move_issue before update on public.newsletter_issues
  for each row execute function private.move_issue();

/* Another look of an issue is another revision, and is refused for one that is approved. */
create function private.change_look_of_issue() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if old.status <> 'draft' then
    raise exception using errcode = '23514', constraint = 'newsletter_issues_sealed_check',
      message = 'This issue has been approved. Reopen it to change it (newsletter_issues_sealed_check).';
  end if;
  new.revision := old.revision + 1;
  new.needs_approval := old.needs_approval or private.may_not_send();
  return new;
end
$$;
create trigger change_look_of_issue before update of shows_pictures on public.newsletter_issues
  for each row when (old.shows_pictures <> new.shows_pictures)
  execute function private.change_look_of_issue();

/* Moves an issue, and writes down who did it and why. Returns false when it is not in one of the states from which it was to be moved:
   another call was first.
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

-- Locks the composition of an issue, for which a model takes a minute, across all processes.
create table private.newsletter_compositions (
  issue_id uuid primary key references public.newsletter_issues (id) on delete cascade,
  claim uuid not null,
  -- One that is minutes old belongs to a process that has ended.
  claimed_at timestamptz not null default now()
);

/* Returns the Sunday of the week of a day. */
create function private.sunday_of(p_day date) returns date
language sql immutable set search_path = ''
return date_trunc('week', p_day::timestamp)::date + 6;

-- The state that was approved, to be compared with the issue when it is due.
create table private.newsletter_approvals (
  issue_id uuid primary key references public.newsletter_issues (id) on delete cascade,
  -- The sealed parts, each with a hash of its own, so that the desk can name what has changed.
  parts jsonb not null check (jsonb_typeof(parts) = 'array'),
  -- The findings of the checklist with which it was approved all the same.
  accepted jsonb not null default '[]' check (jsonb_typeof(accepted) = 'array'),
  -- Other issues that somebody has let go to the same people within a day.
  alongside uuid[] not null default '{}',
  -- The Sunday on which it goes out, when its time is that of the settings; null when an administrator chose a time.
  sunday date check (sunday = private.sunday_of(sunday))
);

-- One row for each Sunday for which the clock has begun a draft, or has taken one that somebody had begun.
create table private.newsletter_sundays (
  sunday date primary key check (sunday = private.sunday_of(sunday)),
  issue_id uuid references public.newsletter_issues (id) on delete set null,
  composed_at timestamptz,
  -- The time when administrators were mailed that there is a draft.
  announced_at timestamptz,
  -- The time when it was decided what becomes of it, at its time or before.
  settled_at timestamptz
);

/* Tells whether the clock has nothing to begin for a Sunday: it has, or a clock that was set back has come to a Sunday of the past. A clock that was
   wrong by more than four weeks does not keep later Sundays without a draft. */
create function private.is_sunday_decided(p_sunday date) returns boolean
language sql stable set search_path = ''
return exists (
  select from private.newsletter_sundays
  where sunday between p_sunday and p_sunday + 28 and (announced_at is not null or settled_at is not null));

/* Tells whether the caller is a person who may not send. */
create function private.may_not_send() returns boolean
language sql stable security definer set search_path = ''
return auth.uid() is not null and not private.is_allowed('send');

/* Notes that an issue needs an approval, when the caller is a person who may not send. */
create function private.note_unapproved_change(p_issue_id uuid) returns void
language sql security definer set search_path = ''
as $$
  update public.newsletter_issues set needs_approval = true
  where id = p_issue_id and not needs_approval and private.may_not_send()
$$;

/* Returns when the newsletter is due next by the settings. */
create function private.next_newsletter_at() returns timestamptz
language sql stable security definer set search_path = ''
as $$
  with setting as (select key, value #>> '{}' as value from public.settings),
  schedule as (
    select coalesce((select value from setting where key = 'newsletter_zone'), 'Europe/Zurich') as zone,
      coalesce((select value from setting where key = 'newsletter_time'), '09:00')::time as at)
  select min(moment) from schedule cross join generate_series(0, 1) as week
    cross join lateral (
      select (private.sunday_of((now() at time zone zone)::date) + 7 * week + at) at time zone zone as moment) as sunday
  where moment > now()
$$;

/* The issues of the Sunday with this moment, in the order in which they answer what is sent then: what is being sent, scheduled within a day
   of it, approved, the draft that the clock has taken, the newest draft, and what was sent within a day of it. Approved issues and drafts
   are those that were begun or changed since the last issue was sent. What is paused or held is named for a week. The desk, the calendar
   and the clock all ask here. */
create function private.issues_of_sunday(p_at timestamptz) returns table (id uuid, status text, at timestamptz)
language sql stable set search_path = ''
as $$
  select issue.id, issue.status, moment.at
  from public.newsletter_issues as issue
    cross join lateral (select coalesce(issue.started_at, issue.scheduled_for) as at) as moment
    -- Behind a clock that was set back, what is changed now counts as newer than what was sent before.
    cross join lateral (
      select max(started_at) as at from public.newsletter_issues
      where origin <> 'demo' and (started_at <= now() or issue.updated_at > now())) as last
  where issue.origin <> 'demo' and (
    issue.status = 'sending'
    or issue.status in ('scheduled', 'sent') and moment.at between p_at - interval '1 day' and p_at + interval '1 day'
    or (issue.status = 'paused' or issue.held_reason is not null) and moment.at between p_at - interval '8 days' and p_at + interval '1 day'
    or issue.status in ('approved', 'draft') and issue.origin <> 'call' and issue.updated_at > coalesce(last.at, '-infinity'))
  order by array_position(array['sending', 'paused', 'scheduled', 'approved', 'draft', 'sent'], issue.status), issue.scheduled_for,
    exists (select from private.newsletter_sundays where issue_id = issue.id and settled_at is null) desc, issue.created_at desc, issue.id
$$;

/* Other issues that some of the same people get, or got, within a day of a moment: {id, subject, status, at}. What stays in the outbox nobody
   gets. Transactions that ask wait for each other, so that of two approvals at once the second one sees the first. */
create function private.issues_beside(p_issue_id uuid, p_at timestamptz)
returns table (id uuid, subject text, status text, at timestamptz)
language plpgsql set search_path = ''
as $$
begin
  perform private.lock_issues();
  return query
    select issue.id, coalesce(edition.subject, ''), issue.status, moment.at
    from public.newsletter_issues as issue
      left join public.newsletter_editions as edition on edition.issue_id = issue.id and edition.language = 'en'
      cross join lateral (select coalesce(issue.started_at, issue.scheduled_for) as at) as moment
    where issue.id <> p_issue_id and issue.origin <> 'demo' and not issue.into_outbox
      and (moment.at between p_at - interval '1 day' and p_at + interval '1 day'
        or issue.status in ('sending', 'paused') and p_at < now() + interval '1 day')
      and (issue.status = 'scheduled' or issue.started_at is not null and exists (
        select from public.newsletter_deliveries as delivery
        join private.newsletter_recipients as recipient on recipient.id = delivery.subscriber_id
        where delivery.issue_id = issue.id and delivery.status in ('pending', 'sending', 'sent', 'uncertain')))
    order by moment.at, issue.id;
end
$$;

/* Locks: until the end of the transaction no other one begins, approves or starts an issue. */
create function private.lock_issues() returns void
language sql set search_path = ''
as $$
  select pg_advisory_xact_lock(4711061)
$$;

/* The address that an issue gets which is sent on that day: the day, with a number when the address is taken. An issue keeps one
   that fits. Transactions that ask for the same day wait for each other. */
create function private.newsletter_slug(p_issue_id uuid, p_day date) returns text
language plpgsql volatile set search_path = ''
as $$
declare
  day text := to_char(p_day, 'YYYY-MM-DD');
  own text;
begin
  perform pg_advisory_xact_lock(4711060, p_day - date '2000-01-01');
  select slug into own from public.newsletter_issues where id = p_issue_id;
  if own = day or own like day || '-%' then
    return own;
  end if;
  return (
    select candidate from (
      select case when number = 1 then day else day || '-' || number end as candidate, number
      from generate_series(1, 999) as number) as candidates
    where not exists (select from public.newsletter_issues where slug = candidate)
    order by number limit 1);
end
$$;

/* A hash of what an issue shows of an article, and of its text. */
create function private.hash_of_article(article public.articles) returns text
language sql stable set search_path = ''
return encode(sha256(convert_to(jsonb_build_array(
  article.language, article.slug, article.title, article.excerpt, article.content, article.published,
  to_char(article.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'))::text, 'UTF8')), 'hex');

-- The same subject and content sent twice within a day are one sending, unless that is wanted.
create table private.newsletter_calls (
  id bigint generated always as identity primary key,
  -- SHA-256 of subject and content.
  content_hash text not null,
  issue_id uuid not null references public.newsletter_issues (id) on delete cascade,
  called_at timestamptz not null default now()
);
-- Purged: Only those of the last 24 hours are looked for.
comment on table private.newsletter_calls is $${"purge": "called_at < now() - interval '30 days'"}$$;
create index newsletter_calls_by_content on private.newsletter_calls (content_hash, called_at);
create index newsletter_calls_of_issue on private.newsletter_calls (issue_id);

-- Issues whose deliveries have no addresses any more.
create table private.newsletter_forgotten_addresses (
  issue_id uuid primary key references public.newsletter_issues (id) on delete cascade,
  forgotten_at timestamptz not null default now()
);

/* Of the issues that were started between two moments, at most 100 and the newest first: [{issue_id, sent, failed, uncertain}]. Raises
   42501 unless the caller makes newsletters. */
create function public.count_newsletter_messages(p_from timestamptz, p_until timestamptz) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.makes_newsletters() then
    raise exception using errcode = '42501', message = 'Only editors and people of the newsletter can count the messages of issues.';
  end if;
  return (
    with issue as (
      select id from public.newsletter_issues
      where created_at between p_from and p_until and audience is not null
      order by created_at desc, id limit 100),
    counted as (
      select issue_id, count(*) filter (where status = 'sent') as sent, count(*) filter (where status = 'failed') as failed,
        count(*) filter (where status = 'uncertain') as uncertain
      from public.newsletter_deliveries where issue_id in (select id from issue) group by issue_id)
    select coalesce(jsonb_agg(to_jsonb(counted)), '[]') from counted);
end
$$;

-- The time when an issue that is being sent was last worked on. A restored backup does not know what was sent after it was made,
-- so an issue that was not worked on for a while waits for an administrator.
create table private.newsletter_watch (
  issue_id uuid primary key references public.newsletter_issues (id) on delete cascade,
  seen_at timestamptz not null default now()
);

/* Records that an issue is being worked on. Returns false when it was not for so many minutes, since it was started or
   resumed. */
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

grant execute on function
  public.count_newsletter_messages(timestamptz, timestamptz)
to authenticated;
