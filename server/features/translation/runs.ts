import type { TranslatedLanguage } from '#core/domain/article-translation.ts'
import type { FailedSegment } from '#core/domain/translation-run.ts'
import { translateArticleJob } from '#server/features/translation/jobs.ts'
import type { Session, Sql } from '#server/platform/database/connection.ts'
import type { JobQueue } from '#server/platform/queue/job-queue.ts'

/** A run that this job has claimed. */
export interface ClaimedRun {
  id: string
  articleId: string
  language: TranslatedLanguage
  renewsAll: boolean
  attempt: number
  /** The time in the form in which the database writes it. */
  requestedAt: string
  requestedBy: string | null
}

interface Deps {
  sql: Sql
  queue: JobQueue
}

/** The most failures that are stored; the reason has their number. */
const MOST_STORED_FAILURES = 100
const MAX_STORED_CHARACTERS = 20_000

/**
 * Requests translations, in the caller's transaction. For a translation with an active run, that run is returned. Of a batch only `size` runs
 * are started at once.
 * @returns the ids of the runs, in the order of what was asked
 * @throws QueueFullError
 */
export async function requestTranslations(
  { queue }: Pick<Deps, 'queue'>,
  transaction: Session,
  {
    asked,
    requestedBy,
    renewsAll = false,
    batch = null,
  }: {
    asked: readonly { articleId: string; language: TranslatedLanguage }[]
    requestedBy: string | null
    renewsAll?: boolean
    batch?: { id: string; size: number } | null
  },
): Promise<string[]> {
  const [articles, languages] = [
    asked.map(({ articleId }) => articleId),
    asked.map(({ language }) => language),
  ]
  const begun = await transaction<{ id: string }[]>`
    insert into public.translation_runs (article_id, language, requested_by, renews_all)
    select article_id, language, ${requestedBy}::uuid, ${renewsAll}
    from unnest(${articles}::uuid[], ${languages}::text[]) as asked (article_id, language)
    on conflict (article_id, language) where status in ('queued', 'running', 'paused') do nothing
    returning id`
  const ids = begun.map(({ id }) => id)
  if (batch) {
    await transaction`
      insert into private.translation_turns (run_id, batch_id, batch_size, is_released)
      select id, ${batch.id}, ${batch.size}, false from unnest(${ids}::uuid[]) as id`
    await releaseBatch({ queue }, transaction, batch.id)
  } else for (const runId of ids) await queue.enqueue(translateArticleJob, { runId }, { transaction })
  const runs = await transaction<{ id: string }[]>`
    select run.id from unnest(${articles}::uuid[], ${languages}::text[]) with ordinality as asked (article_id, language, place)
    join public.translation_runs as run using (article_id, language)
    where run.status in ('queued', 'running', 'paused') order by asked.place`
  return runs.map(({ id }) => id)
}

/** Starts waiting runs of a batch, up to its size. */
export async function releaseBatch(
  { queue }: Pick<Deps, 'queue'>,
  transaction: Session,
  batchId: string,
): Promise<void> {
  const released = await transaction<{ id: string }[]>`
    select id from private.release_translations(${batchId}) as id`
  for (const { id: runId } of released) await queue.enqueue(translateArticleJob, { runId }, { transaction })
}

/** Claims a run for a job. Null when it has ended, is paused, or another job has claimed it. */
export async function claimRun(sql: Session, runId: string, jobId: string): Promise<ClaimedRun | null> {
  const [run] = await sql<ClaimedRun[]>`
    with claimed as (
      update public.translation_runs as run
      set status = 'running', started_at = coalesce(started_at, now()), reason = null, failures = '[]',
        segments = 0, segments_done = 0, segments_reused = 0
      where id = ${runId} and (status = 'queued' or (status = 'running' and exists (
        select from private.translation_turns as turn where turn.run_id = run.id and turn.job_id = ${jobId})))
      returning *
    ), taken as (
      insert into private.translation_turns (run_id, job_id) select id, ${jobId} from claimed
      on conflict (run_id) do update set job_id = excluded.job_id
    )
    select id, article_id as "articleId", language, renews_all as "renewsAll", attempt,
      requested_at::text as "requestedAt", requested_by as "requestedBy"
    from claimed`
  return run ?? null
}

/** Thrown when a run was cancelled during its work. */
export class RunCancelled extends Error {
  override name = 'RunCancelled'
}

export interface Progress {
  segments?: number
  done?: number
  reused?: number
  inputTokens?: number
  outputTokens?: number
  model?: string | null
}

/**
 * Records the progress of a run.
 * @throws RunCancelled
 */
export async function recordProgress(sql: Session, runId: string, progress: Progress = {}): Promise<void> {
  const { segments = null, done = 0, reused = 0, inputTokens = 0, outputTokens = 0, model = null } = progress
  const hasNews = segments !== null || done + inputTokens + outputTokens > 0
  const rows = hasNews
    ? await sql`
        update public.translation_runs set segments = coalesce(${segments}::integer, segments),
          segments_done = segments_done + ${done}, segments_reused = segments_reused + ${reused},
          input_tokens = input_tokens + ${inputTokens}, output_tokens = output_tokens + ${outputTokens},
          model = coalesce(${model}, model)
        where id = ${runId} and status = 'running' returning id`
    : await sql`select id from public.translation_runs where id = ${runId} and status = 'running'`
  if (rows.length === 0) throw new RunCancelled()
}

/** Failures as JSON, without characters that the database cannot store. */
function storable(failures: readonly FailedSegment[]): string {
  return JSON.stringify(failures.slice(0, MOST_STORED_FAILURES), (_, value: unknown) =>
    typeof value === 'string'
      ? value.slice(0, MAX_STORED_CHARACTERS).replaceAll('\0', '\uFFFD').toWellFormed()
      : value,
  )
}

/** Ends a run that has failed for good. */
export async function failRun(
  { sql, queue }: Deps,
  runId: string,
  { reason, failures = [] }: { reason: string; failures?: readonly FailedSegment[] },
): Promise<void> {
  const stored = storable(failures)
  await sql.transaction(async (transaction) => {
    await transaction`
      update public.translation_runs set status = 'failed', ended_at = now(), reason = ${reason}, failures = ${stored}::jsonb
      where id = ${runId} and status = 'running'`
    await releaseNext({ queue }, transaction, runId)
  })
}

/** Marks a run as succeeded, in the transaction that stores its result. */
export async function succeedRun(
  { queue }: Pick<Deps, 'queue'>,
  transaction: Session,
  runId: string,
): Promise<void> {
  const ended = await transaction`
    update public.translation_runs set status = 'succeeded', ended_at = now(), reason = null
    where id = ${runId} and status = 'running' returning id`
  if (ended.length === 0) throw new RunCancelled()
  await releaseNext({ queue }, transaction, runId)
}

/** Starts the next run of the same batch, if there is one. */
export async function releaseNext(
  { queue }: Pick<Deps, 'queue'>,
  transaction: Session,
  runId: string,
): Promise<void> {
  const [turn] = await transaction<{ batchId: string }[]>`
    select batch_id as "batchId" from private.translation_turns where run_id = ${runId} and batch_id is not null`
  if (turn) await releaseBatch({ queue }, transaction, turn.batchId)
}

/** Restarts a run with a new job. Segments that have passed the checks are not requested again. */
export async function retryRun(
  { sql, queue }: Deps,
  runId: string,
  { reason, failures }: { reason: string; failures: readonly FailedSegment[] },
): Promise<void> {
  const stored = storable(failures)
  await sql.transaction(async (transaction) => {
    const rows = await transaction`
      update public.translation_runs set status = 'queued', attempt = 2, reason = ${reason}, failures = ${stored}::jsonb
      where id = ${runId} and status = 'running' returning id`
    if (rows.length > 0) await queue.enqueue(translateArticleJob, { runId }, { transaction })
  })
}

/** Pauses a run, until the scheduled job resumes it. */
export async function pauseRun(sql: Session, runId: string, reason: string): Promise<void> {
  await sql`
    update public.translation_runs set status = 'paused', reason = ${reason}
    where id = ${runId} and status = 'running'`
}

/** Sets a run back to `queued` until the next attempt of its job, with the reason. */
export async function requeueRun(sql: Session, runId: string, reason: string): Promise<void> {
  await sql`
    update public.translation_runs set status = 'queued', reason = ${reason}
    where id = ${runId} and status = 'running'`
}
