-- Lists name what is not saved, without reading its texts.

alter table public.working_copies
  add column title text not null generated always as (left(coalesce(form ->> 'title', ''), 300)) stored;
