-- Texts of the newsroom say whether they are whole, and pages that articles cite are asked again each day.
alter table private.news_texts add column notice text check (notice in ('short', 'paywall'));

create table private.source_checks (
  url text primary key check (char_length(url) <= 2000),
  next_at timestamptz not null,
  -- Of its last whole answer, for conditional requests (RFC 9110, section 13).
  read_at timestamptz,
  etag text check (char_length(etag) <= 500),
  last_modified text check (char_length(last_modified) <= 100)
);
create index source_checks_next on private.source_checks (next_at);
alter table private.source_checks enable row level security;
grant all on private.source_checks to service_role;

select private.admit_service_role();
