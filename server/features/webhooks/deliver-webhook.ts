import { setTimeout as delay } from 'node:timers/promises'
import { WEBHOOK_TEST, type WebhookEvent } from '#core/domain/webhook.ts'
import type { Language } from '#core/i18n/languages.ts'
import { articlePath, newsletterIssuePath } from '#core/paths.ts'
import { listMailedAdministrators } from '#server/features/administration/mailed-administrators.ts'
import type { Services } from '#server/features/services.ts'
import { deliverWebhookJob, sendWebhookNoticeJob } from '#server/features/webhooks/jobs.ts'
import { ownerOfSecret, signMessage } from '#server/features/webhooks/open-webhooks.ts'
import type { Session } from '#server/platform/database/connection.ts'
import { fragment } from '#server/platform/database/fragment.ts'
import { type PostOutcome, pauseAfter, postMessage } from '#server/platform/links/post-message.ts'
import { isHeld, type JobPayload, type JobRun, TryAgainLater } from '#server/platform/queue/job.ts'
import { QueueFullError } from '#server/platform/queue/job-queue.ts'
import type { NotifiedWork } from '#server/platform/queue/run-on-notify.ts'

/** A job then makes room for others, and goes on behind them. */
const TURN_MS = 10_000
/** At most ten requests a second go to one webhook. */
const PAUSE_MS = 100

type Deps = Pick<Services, 'sql' | 'queue' | 'log' | 'siteUrl' | 'webhooks'>

/**
 * Sends what is due for a webhook, one after the other, until nothing is, an attempt fails, or its turn is over. What was sent and not recorded,
 * because the process was killed, is sent again with the same id.
 */
export async function deliverWebhook(
  deps: Deps,
  { webhookId }: JobPayload<typeof deliverWebhookJob>,
  run: Pick<JobRun, 'id' | 'signal'>,
): Promise<void> {
  const { sql, queue } = deps
  if (!(await takeTurn(sql, webhookId, run.id))) return
  try {
    await boundWaiting(sql, webhookId)
    await sendWhatIsDue(deps, webhookId, run)
  } catch (error) {
    throw run.signal.aborted ? new TryAgainLater('its process ends') : error
  } finally {
    await endTurn(sql, webhookId, run.id)
  }
  if (!run.signal.aborted && (await hasDue(sql, webhookId)))
    await queue.enqueue(deliverWebhookJob, { webhookId })
}

async function sendWhatIsDue(
  deps: Deps,
  webhookId: string,
  run: Pick<JobRun, 'id' | 'signal'>,
): Promise<void> {
  const end = Date.now() + TURN_MS
  while (Date.now() < end && (await takeTurn(deps.sql, webhookId, run.id))) {
    const due = await findDue(deps.sql, webhookId)
    if (!due) return
    const begun = Date.now()
    const goesOn = await recordAttempt(deps, due, await attempt(deps, due, run.signal))
    if (!goesOn) return
    await delay(Math.max(0, begun + PAUSE_MS - Date.now()), undefined, { signal: run.signal })
  }
}

async function attempt(
  { webhooks, siteUrl }: Pick<Deps, 'webhooks' | 'siteUrl'>,
  due: DueDelivery,
  signal: AbortSignal,
): Promise<PostOutcome> {
  const secrets = openSecrets(webhooks, due)
  if (secrets.length === 0) return { problem: 'secret', status: null, answer: '' }
  const body = composeBody(due, siteUrl)
  const headers = signMessage({ id: `msg_${due.id}`, body, at: new Date() }, secrets)
  return postMessage(due.url, { body, headers }, { ...webhooks.client, signal })
}

/** The secret, and the one before for a while; none when they were encrypted with another key. */
function openSecrets(
  { box }: Deps['webhooks'],
  { webhookId, sealed, previousSealed }: Pick<DueDelivery, 'webhookId' | 'sealed' | 'previousSealed'>,
): string[] {
  try {
    return [sealed, previousSealed].flatMap((one) =>
      one === null ? [] : box.open(ownerOfSecret(webhookId), one),
    )
  } catch {
    return []
  }
}

/** Enqueues a job for each webhook for which something is due. */
export async function followWebhooks({ sql, queue }: Pick<Services, 'sql' | 'queue'>): Promise<void> {
  for (const webhookId of await listDueWebhooks(sql)) {
    try {
      await queue.enqueue(deliverWebhookJob, { webhookId })
    } catch (error) {
      // The scheduled job tries again in a minute.
      if (error instanceof QueueFullError) return
      throw error
    }
  }
}

/** Sends as soon as the database notifies of deliveries. */
export const deliverOnNotify = (deps: Pick<Services, 'sql' | 'queue' | 'log'>): NotifiedWork => ({
  channel: 'webhook_deliveries',
  work: async () => {
    if (!(await isHeld(deps.sql))) await followWebhooks(deps)
  },
  // A scheduled job does it later.
  onError: (error) => deps.log.error('Webhooks could not be queued', error),
})

const MINUTE_SECONDS = 60
const DAY_SECONDS = 24 * 60 * MINUTE_SECONDS
/** Between two attempts for one delivery, and between two for one webhook. */
const LONGEST_PAUSE_SECONDS = 60 * MINUTE_SECONDS
const LONGEST_PAUSE_OF_WEBHOOK_SECONDS = 15 * MINUTE_SECONDS
/** A webhook that has failed for a day has failed so often at least: the site may have been away. */
const LEAST_FAILURES = 5
/** A receiver may refuse single deliveries; one that refuses so many in a row refuses all. */
const MOST_REFUSALS = 10

/** Tells after how many seconds a delivery is tried again; null when it was tried for a day. The last attempt is a day after the first. */
export function nextAttempt(
  attempts: number,
  triedForSeconds: number,
  random = Math.random(),
): number | null {
  const left = DAY_SECONDS - triedForSeconds
  return left <= 0 ? null : Math.min(pauseAfter(attempts, LONGEST_PAUSE_SECONDS, random), left)
}

/**
 * Stores what became of an attempt. A webhook for which every attempt has failed for a day is switched off, and the administrators are mailed.
 * @returns whether the next delivery may be tried at once
 */
async function recordAttempt(
  { sql, queue, log }: Pick<Services, 'sql' | 'queue' | 'log'>,
  due: DueDelivery,
  { problem, status, answer }: PostOutcome,
): Promise<boolean> {
  const isTest = due.event === WEBHOOK_TEST
  const again = problem === null || isTest ? null : nextAttempt(due.attempts + 1, due.triedForSeconds ?? 0)
  const becomes = problem === null ? 'delivered' : again === null ? 'failed' : 'waiting'
  return sql.transaction(async (transaction) => {
    // In this order everywhere: a change of the webhook locks it first.
    await transaction`
      update public.webhooks set attempted_at = now(), problem = ${problem}, http_status = ${status} where id = ${due.webhookId}`
    // One that was given up meanwhile, because the webhook was switched off, stays so unless it was taken.
    await transaction`
      update public.webhook_deliveries set attempts = attempts + 1, attempted_at = now(), tried_since = coalesce(tried_since, now()),
        http_status = ${status}, answer = ${answer}, problem = ${problem}, status = ${becomes},
        due_at = now() + make_interval(secs => ${again ?? 0})
      where id = ${due.id} and (status = 'waiting' or ${becomes} = 'delivered')`
    if (problem === null) await endFailing(transaction, due)
    else if (!isTest) return recordFailure({ queue, log }, transaction, due, isRefusal(status))
    return true
  })
}

/** Tells whether the receiver works, and does not want this one. */
const isRefusal = (status: number | null): boolean =>
  status !== null && status >= 400 && status < 500 && status !== 408 && status !== 429

async function endFailing(transaction: Session, { webhookId }: DueDelivery): Promise<void> {
  await transaction`
    update public.webhooks set failures = 0, failing_since = null, resumes_at = now() where id = ${webhookId} and failures > 0`
}

/** Returns whether the webhook goes on at once. */
async function recordFailure(
  deps: Pick<Services, 'queue' | 'log'>,
  transaction: Session,
  { webhookId }: DueDelivery,
  isRefused: boolean,
): Promise<boolean> {
  const [failing] = await transaction<{ failures: number; seconds: number }[]>`
    update public.webhooks set failures = failures + 1, failing_since = coalesce(failing_since, now())
    where id = ${webhookId} and enabled
    returning failures, extract(epoch from now() - failing_since)::float8 as seconds`
  // Somebody has switched it off meanwhile.
  if (!failing) return false
  const { failures, seconds } = failing
  if (seconds < DAY_SECONDS || failures < LEAST_FAILURES) {
    if (isRefused && failures < MOST_REFUSALS) return true
    await transaction`
      update public.webhooks
      set resumes_at = now() + make_interval(secs => ${pauseAfter(failures, LONGEST_PAUSE_OF_WEBHOOK_SECONDS)})
      where id = ${webhookId}`
    return false
  }
  await transaction`
    update public.webhooks set enabled = false, switched_off_at = now() where id = ${webhookId}`
  deps.log.warn(`The webhook ${webhookId} was switched off: it has taken nothing for a day.`)
  for (const userId of await listMailedAdministrators(transaction))
    await deps.queue.enqueue(sendWebhookNoticeJob, { userId, webhookId }, { transaction })
  return false
}

/** Longer than an attempt takes; a job that does not renew its turn in this time has ended. */
const TURN_SECONDS = 30
/** Of so many that wait for one webhook, the newest are sent. */
const MOST_WAITING = 10_000

interface DueDelivery extends StoredEvent {
  id: string
  webhookId: string
  url: string
  attempts: number
  /** The seconds since the first attempt, by the clock of the database; null before it. */
  triedForSeconds: number | null
  sealed: string | null
  previousSealed: string | null
}

const DUE = fragment`delivery.status = 'waiting' and delivery.due_at <= now() and webhook.resumes_at <= now()
  and (webhook.enabled or delivery.event = ${WEBHOOK_TEST})`

/** The webhooks for which something is due and to which no job sends. */
async function listDueWebhooks(sql: Session): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select id from public.webhooks as webhook
    where exists (select from public.webhook_deliveries as delivery where delivery.webhook_id = webhook.id and ${DUE})
      and not exists (select from private.webhook_turns where webhook_id = webhook.id and ends_at > now())`
  return rows.map(({ id }) => id)
}

/** Tells whether something is due for a webhook. */
async function hasDue(sql: Session, webhookId: string): Promise<boolean> {
  const rows = await sql`
    select from public.webhooks as webhook
    where id = ${webhookId} and exists (
      select from public.webhook_deliveries as delivery where delivery.webhook_id = webhook.id and ${DUE})`
  return rows.length > 0
}

/** Takes or renews the turn of a job with a webhook. False when another job has it, or the webhook is gone. A job that is run again after a kill has its own. */
async function takeTurn(sql: Session, webhookId: string, jobId: string): Promise<boolean> {
  const rows = await sql`
    insert into private.webhook_turns as turn (webhook_id, job_id, ends_at)
    select id, ${jobId}, now() + make_interval(secs => ${TURN_SECONDS}) from public.webhooks where id = ${webhookId}
    on conflict (webhook_id) do update set job_id = excluded.job_id, ends_at = excluded.ends_at
    where turn.ends_at <= now() or turn.job_id = excluded.job_id
    returning 1`
  return rows.length > 0
}

async function endTurn(sql: Session, webhookId: string, jobId: string): Promise<void> {
  await sql`delete from private.webhook_turns where webhook_id = ${webhookId} and job_id = ${jobId}`
}

/** The next delivery for a webhook, with everything that an attempt needs. What was never tried goes before what has failed. */
async function findDue(sql: Session, webhookId: string): Promise<DueDelivery | null> {
  const [due] = await sql<DueDelivery[]>`
    select delivery.id, webhook_id as "webhookId", url, event, happened_at as "happenedAt", data, attempts,
      extract(epoch from now() - tried_since)::float8 as "triedForSeconds", sealed,
      case when previous_until > now() then previous_sealed end as "previousSealed"
    from public.webhook_deliveries as delivery join public.webhooks as webhook on webhook.id = webhook_id
      left join private.webhook_secrets using (webhook_id)
    where webhook_id = ${webhookId} and ${DUE}
    order by attempts, due_at, happened_at limit 1`
  return due ?? null
}

/** Gives up the oldest of too many. */
async function boundWaiting(sql: Session, webhookId: string): Promise<void> {
  await sql`
    update public.webhook_deliveries set status = 'failed', problem = 'too_many'
    where id in (
      select id from public.webhook_deliveries where webhook_id = ${webhookId} and status = 'waiting'
      order by happened_at desc offset ${MOST_WAITING})`
}

/** The names that `data` of a delivery has for an article or an issue; what readers cannot see has neither slug nor title. */
interface Reference {
  id: string | null
  /** Of an article: its `updated_at`. */
  version?: string | null
  language: Language | null
  slug?: string | null
  title?: string | null
  original?: Reference | null
}

export interface StoredEvent {
  event: WebhookEvent | typeof WEBHOOK_TEST
  happenedAt: Date
  data: Reference | Record<string, never>
}

/** The body of a delivery: type, time and data, with the public address of what it is about. The same for every attempt. */
export function composeBody({ event, happenedAt, data }: StoredEvent, siteUrl: string): string {
  return JSON.stringify({
    type: event,
    timestamp: happenedAt.toISOString(),
    data: 'id' in data ? withAddress(event, data as Reference, siteUrl) : {},
  })
}

function withAddress(event: StoredEvent['event'], reference: Reference, siteUrl: string): object {
  const { id, version, language, slug, title, original } = reference
  if (event.startsWith('subscriber.')) return { id, language }
  const pathOf = event.startsWith('newsletter.')
    ? newsletterIssuePath
    : (about: string, read: Language) => articlePath({ slug: about, language: read })
  return {
    id,
    ...(version !== undefined && { version }),
    slug: slug ?? null,
    language,
    title: title ?? null,
    url: slug && language ? siteUrl + pathOf(slug, language) : null,
    ...(original !== undefined && { original: original && withAddress(event, original, siteUrl) }),
  }
}
