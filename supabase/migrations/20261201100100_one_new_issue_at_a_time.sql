-- Who presses a button twice, or in two windows, wants one new issue: the second call finds what the first has made.

create table private.newsletter_generations (
  language text not null,
  days_back integer not null,
  primary key (language, days_back),
  claim uuid not null,
  -- When it was begun, or ended. One that was begun minutes ago belongs to a process that has ended.
  claimed_at timestamptz not null default now(),
  -- Null until it is composed.
  issue_id uuid references public.newsletter_issues (id) on delete cascade,
  composed jsonb
);

create index newsletter_generations_of_issue on private.newsletter_generations (issue_id);

alter table private.newsletter_generations enable row level security;
