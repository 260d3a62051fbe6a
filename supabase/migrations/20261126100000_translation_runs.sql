-- Translating an article takes minutes, so it is work that outlives the tab and the process that began it, and says how far it is.

-- One row for each article and language, without a reference: a run whose article was deleted says so.
create table public.translation_runs (
  id uuid primary key default gen_random_uuid(),
  article_id uuid not null,
  language text not null check (language in ('es', 'fr', 'de', 'it', 'pt')),
  status text not null default 'queued'
    check (status in ('queued', 'running', 'paused', 'succeeded', 'failed', 'cancelled')),
  -- Whether every segment is asked for again, also those that have not changed.
  renews_all boolean not null default false,
  -- A run that fails is tried again once by itself.
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
  -- Why it failed or is paused, as a sentence for editors.
  reason text,
  -- What no check would pass: [{segment, kind, source, text, problems}].
  failures jsonb not null default '[]',
  constraint translation_runs_ended_when
    check ((status in ('succeeded', 'failed', 'cancelled')) = (ended_at is not null))
);

create unique index translation_runs_under_way on public.translation_runs (article_id, language)
  where status in ('queued', 'running', 'paused');
create index translation_runs_of_article on public.translation_runs (article_id, language, requested_at desc);
create index translation_runs_ended on public.translation_runs (ended_at);

alter table public.translation_runs enable row level security;
grant select on public.translation_runs to authenticated;
grant all on public.translation_runs to service_role;

create policy "administrators read translation runs" on public.translation_runs
  for select to authenticated using ((select private.is_admin()));

create trigger announce_row_change after insert or update or delete on public.translation_runs
  for each row execute function private.announce_row_change('id');
create trigger announce_reload after truncate on public.translation_runs
  for each statement execute function private.announce_reload();

/* Ends a run that has not ended. Whoever works on it notices before the next request to the model. Answers
   {status: 'cancelled'}, or {status: 'ended'} when there was nothing to end. */
create function public.cancel_translation(p_run_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  if not private.is_admin() then
    raise exception using errcode = '42501', message = 'Only administrators can cancel a translation.';
  end if;
  update public.translation_runs set status = 'cancelled', ended_at = now()
    where id = p_run_id and status in ('queued', 'running', 'paused');
  return jsonb_build_object('status', case when found then 'cancelled' else 'ended' end);
end
$$;

revoke all on function public.cancel_translation(uuid) from public, anon;
grant execute on function public.cancel_translation(uuid) to authenticated, service_role;
