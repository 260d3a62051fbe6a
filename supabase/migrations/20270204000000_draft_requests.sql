-- What a model was asked to draft. A row is written before the model is asked, and its answer before anything is made of it, so that
-- whatever is killed, no answer that was paid for is asked for again.
create table private.draft_requests (
  id uuid primary key default gen_random_uuid(),
  requested_by uuid not null,
  -- The hash of the items and of what was chosen: the same request of the same person is found by it.
  key text not null check (char_length(key) <= 64),
  item_ids uuid[] not null check (cardinality(item_ids) between 1 and 50),
  options jsonb not null check (octet_length(options::text) <= 8192),
  requested_at timestamptz not null default now(),
  -- A sign of life of the process that asks, every few seconds while it does.
  alive_at timestamptz not null default now(),
  -- The sentences as the model got them, because texts are kept for thirty days only.
  sources jsonb not null check (octet_length(sources::text) <= 1048576),
  model text check (char_length(model) <= 200),
  answer jsonb check (octet_length(answer::text) <= 4194304),
  answered_at timestamptz,
  failure text check (char_length(failure) <= 40),
  failed_at timestamptz,
  article_id uuid
);
create index draft_requests_of_person on private.draft_requests (requested_by, key, requested_at desc);
create index draft_requests_age on private.draft_requests (requested_at);
alter table private.draft_requests enable row level security;
grant all on private.draft_requests to service_role;
select private.admit_service_role();
