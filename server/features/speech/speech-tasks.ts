import type { Session } from '#server/platform/database/connection.ts'

/** Longer than the attempts at one part take. */
export const CLAIM_MINUTES = 15
/** The failures after which an article stays silent until it changes, or the speech model does. */
export const MAX_FAILURES = 6
export const LONGEST_WAIT_MINUTES = 6 * 60
/** The time after which it is looked again whether there is a budget. */
export const BUDGET_WAIT_MINUTES = 15

/** An article whose sound is to be made. */
export interface SpeechTask {
  articleId: string
  /** The time in the form in which PostgreSQL writes it, because a Date has no microseconds. */
  wantedAt: string
}

/** Claims the task that has waited longest, an older article after all that have just been published; null when nothing is due. */
export async function claimTask(sql: Session): Promise<SpeechTask | null> {
  const [task] = await sql<SpeechTask[]>`
    update private.speech_tasks set claimed_until = now() + make_interval(mins => ${CLAIM_MINUTES})
    where article_id = (
      select article_id from private.speech_tasks where due_at <= now() and claimed_until < now()
      order by is_older, due_at limit 1 for update skip locked)
    returning article_id as "articleId", wanted_at::text as "wantedAt"`
  return task ?? null
}

/** Keeps a claim while the work goes on; false when the text has changed since, so that it would be for nothing. */
export async function keepClaim(sql: Session, { articleId, wantedAt }: SpeechTask): Promise<boolean> {
  const kept = await sql`
    update private.speech_tasks set claimed_until = now() + make_interval(mins => ${CLAIM_MINUTES})
    where article_id = ${articleId} and wanted_at = ${wantedAt}::timestamptz returning article_id`
  return kept.length > 0
}

/** Ends a task that is done, or that nothing is to be done for. */
export async function endTask(sql: Session, { articleId, wantedAt }: SpeechTask): Promise<void> {
  await sql`delete from private.speech_tasks where article_id = ${articleId} and wanted_at = ${wantedAt}::timestamptz`
}

/** Ends a claim, so that what was wanted meanwhile can be begun. */
export async function releaseTask(sql: Session, { articleId }: SpeechTask): Promise<void> {
  await sql`update private.speech_tasks set claimed_until = '-infinity' where article_id = ${articleId}`
}

/** Puts off a task that waits for a budget. */
export async function waitForBudget(sql: Session, { articleId }: SpeechTask, problem: string): Promise<void> {
  await sql`
    update private.speech_tasks set problem = ${problem}, waits_for_budget = true,
      due_at = now() + make_interval(mins => ${BUDGET_WAIT_MINUTES})
    where article_id = ${articleId}`
}

/** Stores why an attempt failed, and when the next one may be: later each time, and never after the last. A text that has changed since is not concerned. */
export async function recordFailure(
  sql: Session,
  { articleId, wantedAt }: SpeechTask,
  { problem, isFinal = false }: { problem: string; isFinal?: boolean },
): Promise<void> {
  await sql`
    update private.speech_tasks set failures = failures + 1, problem = left(${problem}, 500), waits_for_budget = false,
      due_at = case when ${isFinal} or failures + 1 >= ${MAX_FAILURES} then 'infinity'
        else now() + make_interval(mins => least(power(2, failures)::integer, ${LONGEST_WAIT_MINUTES})) end
    where article_id = ${articleId} and wanted_at = ${wantedAt}::timestamptz`
}
