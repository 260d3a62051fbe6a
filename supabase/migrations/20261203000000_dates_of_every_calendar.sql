-- One article dated infinity, or before Christ, was enough that no list, feed or sitemap with it could be shown: JavaScript has
-- no such date.

-- Not validated: what was stored before stays as it is until it is changed. Only the first of the dates is one that a form has.
alter table public.articles
  add constraint articles_dates_check check (
    least(publish_date, created_at, updated_at) >= '0001-01-01 00:00:00+00'
    and greatest(publish_date, created_at, updated_at) < '10000-01-01 00:00:00+00') not valid;
