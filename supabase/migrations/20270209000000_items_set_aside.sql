-- An item that cannot be compared keeps no others waiting, and is tried again later.
alter table private.news_comparisons add column failures integer not null default 0, add column try_at timestamptz;
create index news_comparisons_to_try on private.news_comparisons (try_at) where try_at is not null;
