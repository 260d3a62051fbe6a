import type { TranslatedLanguage } from '#core/domain/article-translation.ts'
import type { Services } from '#server/features/services.ts'
import { translateArticleJob } from '#server/features/translation/jobs.ts'
import { releaseBatch, requestTranslations } from '#server/features/translation/runs.ts'
import type { Sql } from '#server/platform/database/connection.ts'
import { isHeld } from '#server/platform/queue/job.ts'
import type { JobQueue } from '#server/platform/queue/job-queue.ts'
import type { NotifiedWork } from '#server/platform/queue/run-on-notify.ts'

interface Deps {
  sql: Sql
  queue: JobQueue
}

/** More are left to the next time. */
const MOST_AT_ONCE = 200

/** Resumes paused runs. */
export async function resumePausedRuns({ sql, queue }: Deps): Promise<void> {
  await sql.transaction(async (transaction) => {
    const resumed = await transaction<{ id: string }[]>`
      update public.translation_runs set status = 'queued', reason = null where id in (
        select id from public.translation_runs where status = 'paused' order by requested_at limit ${MOST_AT_ONCE}
        for update skip locked)
      returning id`
    for (const { id: runId } of resumed) await queue.enqueue(translateArticleJob, { runId }, { transaction })
  })
}

/** Enqueues runs whose job was lost. */
async function resumeLostRuns({ sql, queue }: Deps): Promise<void> {
  await sql.transaction(async (transaction) => {
    const lost = await transaction<{ id: string }[]>`
      update public.translation_runs set status = 'queued' where id in (
        select run.id from public.translation_runs as run
        where run.status in ('queued', 'running') and run.requested_at < now() - interval '1 minute'
          and not exists (select from private.translation_turns as turn where turn.run_id = run.id and not turn.is_released)
          and not exists (
            select from pgboss.job
            where job.name = 'translate-article' and job.data ->> 'runId' = run.id::text and job.state < 'completed')
        limit ${MOST_AT_ONCE} for update skip locked)
      returning id`
    for (const { id: runId } of lost) await queue.enqueue(translateArticleJob, { runId }, { transaction })
  })
}

/** Releases waiting runs of batches in which no ending run does so, for example after cancellations. */
async function resumeWaitingBatches({ sql, queue }: Deps): Promise<void> {
  const batches = await sql<{ id: string }[]>`
    select distinct batch_id as id from private.translation_turns where not is_released limit ${MOST_AT_ONCE}`
  for (const { id } of batches)
    await sql.transaction((transaction) => releaseBatch({ queue }, transaction, id))
}

/**
 * Resumes translations that wait for the budget, and those whose job no longer exists, for example after too many crashes. Requests those of
 * corrections whose notification was missed.
 */
export async function resumeTranslations(deps: Services): Promise<void> {
  const { state, isAway } = await deps.ai.readState().then(
    (found) => ({ state: found, isAway: false }),
    () => ({ state: null, isAway: true }),
  )
  const isUsedUp = isAway || (state?.monthly_budget != null && state.spent >= state.monthly_budget)
  if (!isUsedUp) await resumePausedRuns(deps)
  await resumeLostRuns(deps)
  await resumeWaitingBatches(deps)
  await queueCorrections(deps)
}

/** More are left to the next time. */
const MOST_CORRECTED = 500
const LOCK = 4_711_004

/**
 * Requests runs for all translations whose original was corrected and for which none was requested since, if a model is configured. A lock
 * serialises processes, of which only the first finds something.
 * @throws QueueFullError
 */
export async function queueCorrections({
  sql,
  queue,
  ai,
}: Pick<Services, 'sql' | 'queue' | 'ai'>): Promise<void> {
  const corrected = await sql`select from private.corrected_translations(1)`
  if (corrected.length === 0 || !(await ai.isConfigured())) return
  await sql.transaction(async (transaction) => {
    // A separate statement, so that the next one sees what other processes have requested.
    await transaction`select pg_advisory_xact_lock(${LOCK})`
    const asked = await transaction<{ articleId: string; language: TranslatedLanguage }[]>`
      select article_id as "articleId", language from private.corrected_translations(${MOST_CORRECTED})`
    await requestTranslations({ queue }, transaction, { asked, requestedBy: null })
  })
}

/** Requests translations as soon as the database notifies of corrected originals. */
export const translateCorrectedOnNotify = (
  deps: Pick<Services, 'sql' | 'queue' | 'ai' | 'log'>,
): NotifiedWork => ({
  channel: 'corrected_originals',
  work: async () => {
    if (!(await isHeld(deps.sql))) await queueCorrections(deps)
  },
  // A scheduled job does it later.
  onError: (error) => deps.log.error('Translations of a corrected article could not be queued', error),
})
