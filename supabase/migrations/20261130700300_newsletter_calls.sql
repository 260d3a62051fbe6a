-- The same subject and content that are sent twice within a day are one sending, unless that is wanted.

create table private.newsletter_calls (
  id bigint generated always as identity primary key,
  -- SHA-256 of subject and content.
  content_hash text not null,
  issue_id uuid not null references public.newsletter_issues (id) on delete cascade,
  called_at timestamptz not null default now()
);

create index newsletter_calls_by_content on private.newsletter_calls (content_hash, called_at);
create index newsletter_calls_of_issue on private.newsletter_calls (issue_id);
alter table private.newsletter_calls enable row level security;

-- Issues whose deliveries name no address any more.
create table private.newsletter_forgotten_addresses (
  issue_id uuid primary key references public.newsletter_issues (id) on delete cascade,
  forgotten_at timestamptz not null default now()
);

alter table private.newsletter_forgotten_addresses enable row level security;
