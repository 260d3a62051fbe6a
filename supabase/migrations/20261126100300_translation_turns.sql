-- Of a call that asks for hundreds of translations only a few are under way at once, and only one job works on a run.

create table private.translation_turns (
  run_id uuid primary key references public.translation_runs (id) on delete cascade,
  -- The job that works on it.
  job_id uuid,
  -- The call it belongs to, and how many runs of that may be under way at once.
  batch_id uuid,
  batch_size integer check (batch_size between 1 and 20),
  -- Whether its turn has come.
  is_released boolean not null default true,
  constraint translation_turns_batch check ((batch_id is null) = (batch_size is null))
);

create index translation_turns_of_batch on private.translation_turns (batch_id) where batch_id is not null;
create index translation_turns_waiting on private.translation_turns (batch_id) where not is_released;
alter table private.translation_turns enable row level security;

/* Of a batch of translations, releases as many as may be under way now, and returns their runs. */
create function private.release_translations(p_batch_id uuid) returns setof uuid
language plpgsql set search_path = ''
as $$
begin
  -- Runs of a batch that end at the same time must not release the same number twice.
  perform pg_advisory_xact_lock(hashtextextended(p_batch_id::text, 4711003));
  return query
    with free as (
      select max(turn.batch_size) - count(*) filter (where turn.is_released) as places
      from private.translation_turns as turn join public.translation_runs as run on run.id = turn.run_id
      where turn.batch_id = p_batch_id and run.ended_at is null
    ), next as (
      select turn.run_id from private.translation_turns as turn join public.translation_runs as run on run.id = turn.run_id
      where turn.batch_id = p_batch_id and not turn.is_released and run.ended_at is null
      order by run.requested_at, run.article_id, run.language
      limit (select greatest(places, 0) from free)
    )
    update private.translation_turns as turn set is_released = true from next
      where turn.run_id = next.run_id returning turn.run_id;
end
$$;

revoke all on function private.release_translations(uuid) from public, anon, authenticated;
