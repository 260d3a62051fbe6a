-- Translating an article takes minutes, so it is a job that survives the tab and the process that began it, and reports its progress.

-- A run for an article and a language. Without a reference, so that a run whose article was deleted can say so.
create table public.translation_runs (
  id uuid primary key default gen_random_uuid(),
  -- The English original.
  article_id uuid not null,
  language text not null check (language <> 'en') references private.languages,
  status text not null default 'queued'
    check (status in ('queued', 'running', 'paused', 'succeeded', 'failed', 'cancelled')),
  -- True if every segment is asked for again, also those that have not changed.
  renews_all boolean not null default false,
  -- A run that fails is retried once automatically.
  attempt integer not null default 1 check (attempt between 1 and 2),
  requested_at timestamptz not null default now(),
  requested_by uuid,
  started_at timestamptz,
  ended_at timestamptz,
  segments integer not null default 0,
  segments_done integer not null default 0,
  -- Of those done, the ones that came from memory.
  segments_reused integer not null default 0,
  input_tokens bigint not null default 0,
  output_tokens bigint not null default 0,
  model text,
  -- The reason why it failed or is paused, as a sentence for editors.
  reason text,
  -- The texts that no check would pass: [{segment, kind, source, text, problems}].
  failures jsonb not null default '[]',
  constraint translation_runs_ended_when
    check ((status in ('succeeded', 'failed', 'cancelled')) = (ended_at is not null))
);
-- Purged: Of each article and language, the last one stays.
comment on table public.translation_runs is $${"live": true, "purge": [
  "ended_at < now() - interval '90 days' and exists (",
  "select from public.translation_runs as later",
  "where later.article_id = translation_runs.article_id and later.language = translation_runs.language",
  "and later.requested_at > translation_runs.requested_at)"]}$$;
create unique index translation_runs_under_way on public.translation_runs (article_id, language)
  where status in ('queued', 'running', 'paused');
create index translation_runs_of_article on public.translation_runs (article_id, language, requested_at desc);
create index translation_runs_ended on public.translation_runs (ended_at);
create index translation_runs_failed on public.translation_runs (article_id, language, requested_at) where status = 'failed';
-- The progress of translations that were requested together is counted again and again while a user watches.
create index translation_runs_by_request on public.translation_runs (requested_at desc, status);
grant select on public.translation_runs to authenticated;
grant all on public.translation_runs to service_role;
create policy "editors read translation runs" on public.translation_runs
  for select to authenticated using ((select private.is_editor()));

/* Ends a run that has not ended; for a translator, one into their languages. Its worker notices before the next request to the model.
   Returns {status: 'cancelled'}, or {status: 'ended'} when there was nothing to end. */
create function public.cancel_translation(p_run_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  if not (private.may('translate') or exists (
    select from public.translation_runs where id = p_run_id and language = any (private.translated_languages()))) then
    raise exception using errcode = '42501', message = 'Only editors can cancel a translation, and translators into its language.',
      hint = 'An access token needs the scope translate.';
  end if;
  update public.translation_runs set status = 'cancelled', ended_at = now()
    where id = p_run_id and status in ('queued', 'running', 'paused');
  return jsonb_build_object('status', case when found then 'cancelled' else 'ended' end);
end
$$;

-- The translation memory: a sentence that was translated once, in any article, is taken from here and not paid for again.

-- A pair of texts, which never changes: another wording is another row. Of several for the same source, one by a person is preferred,
-- and then the newest.
create table public.translation_segments (
  id bigint generated always as identity primary key,
  language text not null check (language <> 'en') references private.languages,
  -- SHA-256 of the source, in hexadecimal.
  source_hash text not null check (source_hash ~ '^[0-9a-f]{64}$'),
  -- Its kind: a heading is not always translated as the same words in a paragraph.
  context text not null check (char_length(context) between 1 and 40),
  -- Both with tags in the place of code, addresses and marks.
  source text not null check (octet_length(source) <= 65536),
  text text not null check (octet_length(text) <= 131072),
  origin text not null check (origin in ('machine', 'person')),
  model text,
  -- The original for which it was made, without a reference: others use it as well.
  article_id uuid,
  made_at timestamptz not null default now(),
  made_by uuid,
  -- The reason why an editor keeps it although a check refuses it: from then on only its structure is checked.
  kept_because text check (char_length(kept_because) <= 500)
);
create index translation_segments_of_source
  on public.translation_segments (language, source_hash, context, (origin = 'person') desc, id desc);
create index translation_segments_of_article on public.translation_segments (article_id);
-- A term of the glossary is searched in every source, and a forbidden word in every translation.
create index translation_segments_source_trigrams on public.translation_segments
  using gin (source extensions.gin_trgm_ops);
create index translation_segments_text_trigrams on public.translation_segments
  using gin (text extensions.gin_trgm_ops);
grant select on public.translation_segments to authenticated;
grant all on public.translation_segments to service_role;
create policy "editors read the translation memory" on public.translation_segments
  for select to authenticated using ((select private.is_editor()));

/* Counts what people write in reviews, once for all texts of a save. */
create function private.count_segments() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.keep_bytes(made_by, sum(octet_length(source) + octet_length(text))::bigint) from added group by made_by;
  return null;
end
$$;
create trigger count_segments after insert on public.translation_segments
  referencing new table as added for each statement execute function private.count_segments();

-- Of a request for hundreds of translations only a few run at once, and only one job works on a run.
create table private.translation_turns (
  run_id uuid primary key references public.translation_runs (id) on delete cascade,
  -- The job that works on it.
  job_id uuid,
  -- The call it belongs to, and how many runs of that may be under way at once.
  batch_id uuid,
  batch_size integer check (batch_size between 1 and 20),
  -- True if its turn has come.
  is_released boolean not null default true,
  constraint translation_turns_batch check ((batch_id is null) = (batch_size is null))
);
create index translation_turns_of_batch on private.translation_turns (batch_id) where batch_id is not null;
create index translation_turns_waiting on private.translation_turns (batch_id) where not is_released;

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

grant execute on function
  public.cancel_translation(uuid)
to authenticated;
