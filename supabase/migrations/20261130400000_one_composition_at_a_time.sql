-- Composing an issue takes a model a minute, in which nobody else may begin the same, in any process.

create table private.newsletter_compositions (
  issue_id uuid primary key references public.newsletter_issues (id) on delete cascade,
  claim uuid not null,
  -- One that is minutes old belongs to a process that has ended.
  claimed_at timestamptz not null default now()
);

alter table private.newsletter_compositions enable row level security;
