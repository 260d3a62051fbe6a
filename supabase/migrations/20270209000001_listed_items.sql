-- Items without a date came again as new when their feed listed them for longer than they are kept.
create table private.news_feed_lists (
  feed_id uuid primary key references public.news_feeds (id) on delete cascade,
  keys bigint[] not null check (cardinality(keys) <= 2000)
);
alter table private.news_feed_lists enable row level security;
grant all on private.news_feed_lists to service_role;

select private.admit_service_role();
