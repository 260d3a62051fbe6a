-- One article dated infinity, or before Christ, was enough that no page with it in a list could be shown: JavaScript has no such date.

-- Not validated: what was stored before stays as it is until it is changed.
alter table public.articles
  add constraint articles_publish_date_check
  check (publish_date >= '0001-01-01 00:00:00+00' and publish_date < '10000-01-01 00:00:00+00') not valid;
