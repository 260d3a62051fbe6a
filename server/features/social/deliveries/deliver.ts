import { createHash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type { WebhookProblem } from '#core/domain/webhook.ts'
import type { Language } from '#core/i18n/languages.ts'
import type { Services } from '#server/features/services.ts'
import { tellSocialWebJob } from '#server/features/social/deliveries/tell-changes.ts'
import { ACTIVITY_TYPE } from '#server/features/social/remote-documents.ts'
import type { Session } from '#server/platform/database/connection.ts'
import { isAllowedTarget, pauseAfter, problemOf } from '#server/platform/links/post-message.ts'
import type { ClientOptions } from '#server/platform/links/public-request.ts'
import { requestAnswer } from '#server/platform/links/request-answer.ts'
import { defineScheduledJob, isHeld } from '#server/platform/queue/job.ts'
import type { NotifiedWork } from '#server/platform/queue/run-on-notify.ts'

/** Delivers messages that are due, for a few minutes. */
export const deliverToSocialWebJob = defineScheduledJob('deliver-to-social-web')

/** Servers to which messages go at the same time. Most of them wait for servers that are slow. */
const LANES = 50
/** The time after which no further message of a turn is begun, so that other servers have theirs. */
const TURN_MS = 20_000
/** Between the beginnings of two messages, so that thousands of them take minutes and a small part of a core. */
const PACE_MS = 25
/** The scheduled job goes on after it. */
const RUN_MS = 4 * 60_000
/** The time that lanes without work wait for some, while others have some. */
const PAUSE_MS = 500
const LISTED_SERVERS = 100
/** Messages of a run that are kept in memory, as thousands of inboxes get the same one; each has at most a megabyte. */
const CACHED_MESSAGES = 10

type Deps = Pick<Services, 'sql' | 'settings' | 'openSocialWeb' | 'log'>

/** The message as it is sent to every inbox, with its SHA-256 in Base64. */
interface Message {
  body: Buffer
  digest: string
}

interface Run extends Deps {
  signal: AbortSignal
  /** Waits until the next message may be sent. */
  pace(): Promise<void>
  messageOf(activityId: string): Promise<Message>
}

/** Sends what is due, until nothing is or the time is over: each server gets one message after the other. */
export async function deliverToSocialWeb(deps: Deps, signal: AbortSignal): Promise<void> {
  if (!deps.settings.current().social_web) return
  const run: Run = { ...deps, signal, pace: createPace(signal), messageOf: createMessageCache(deps) }
  const end = Date.now() + RUN_MS
  let waiting: string[] = []
  let listing: Promise<void> | null = null
  let sending = 0
  let isDone = false

  async function list(): Promise<void> {
    const isIdle = sending === 0
    waiting = await listDueServers(deps.sql, LISTED_SERVERS)
    if (waiting.length > 0) return
    isDone = isIdle
    // Messages that are due meanwhile need not wait for a server that is slow.
    if (!isIdle) await delay(PAUSE_MS, undefined, { signal })
  }

  async function lane(): Promise<void> {
    while (!isDone && !signal.aborted && Date.now() < end) {
      const host = waiting.shift()
      if (host) {
        sending += 1
        await sendTo(run, host).finally(() => (sending -= 1))
        continue
      }
      listing ??= list().finally(() => (listing = null))
      await listing
    }
  }
  const lanes = await Promise.allSettled(Array.from({ length: LANES }, lane))
  const failed = lanes.find((ended) => ended.status === 'rejected')
  // Messages that were under way when the process ended are sent by another one.
  if (failed && !signal.aborted) throw failed.reason
}

async function sendTo(run: Run, host: string): Promise<void> {
  const end = Date.now() + TURN_MS
  const turn = await takeTurn(run.sql, host)
  if (turn.length === 0) return
  let hasWorked = false
  for (const due of turn) {
    await run.pace()
    if (Date.now() >= end) break
    const outcome = await post(run, due)
    if (!isSettled(outcome, due)) return recordFailure(run, { host, due, outcome, hasWorked })
    await settle(run.sql, { host, due, outcome })
    hasWorked = true
  }
  if (hasWorked) await endTurn(run.sql, host)
}

/** Signed as every server understands it; one that refuses that is tried with the newer standard in turn. */
async function post(
  { openSocialWeb, messageOf, signal }: Run,
  { inbox, activityId, language, attempts }: DueDelivery,
): Promise<PostOutcome> {
  const social = await openSocialWeb()
  const { body, digest } = await messageOf(activityId)
  const spec = attempts % 2 === 1 ? 'rfc9421' : undefined
  // The digest lets the request be signed without its body, which would be copied and digested for each inbox.
  const request = new Request(inbox, {
    method: 'POST',
    headers: {
      'content-type': ACTIVITY_TYPE,
      ...(spec ? { 'content-digest': `sha-256=:${digest}:` } : { digest: `SHA-256=${digest}` }),
    },
  })
  const headers = await social.sign(request, language, spec)
  return postActivity(inbox, { body, headers }, { ...social.client, signal })
}

/** All who wait go on one after the other. */
function createPace(signal: AbortSignal): () => Promise<void> {
  let next = 0
  return async () => {
    const now = Date.now()
    const mine = Math.max(next, now)
    next = mine + PACE_MS
    if (mine > now) await delay(mine - now, undefined, { signal })
  }
}

function createMessageCache({ sql }: Deps): (activityId: string) => Promise<Message> {
  const messages = new LRUCache<string, Message>({ max: CACHED_MESSAGES })
  return async (id) => {
    const known = messages.get(id)
    if (known) return known
    const [stored] = await sql<[{ body: string }]>`
      select body from private.social_activities where id = ${id}`
    const body = Buffer.from(stored.body)
    const message = { body, digest: createHash('sha256').update(body).digest('base64') }
    messages.set(id, message)
    return message
  }
}

/** Starts as soon as the database notifies of an article or a message. */
export const tellOnNotify = (deps: Pick<Services, 'sql' | 'queue' | 'log'>): NotifiedWork => ({
  channel: 'social_web',
  work: async () => {
    if (await isHeld(deps.sql)) return
    await deps.queue.enqueue(tellSocialWebJob, {})
    await deps.queue.enqueue(deliverToSocialWebJob, {})
  },
  // A scheduled job does it later.
  onError: (error) => deps.log.error('The social web could not be told', error),
})

const LONGEST_PAUSE_SECONDS = 6 * 3600
const WEEK_SECONDS = 7 * 24 * 3600
/** A server that has failed for a week has failed so often at least: the site may have been away. */
const LEAST_FAILURES = 10
/** A server that refuses a signature may not have reached us to fetch the key. */
const MOST_UNAUTHORIZED = 8
/** For a server that takes nothing; older messages are given up. */
const MOST_WAITING = 2_000

interface Attempt {
  host: string
  due: DueDelivery
  outcome: PostOutcome
}

/** Tells whether a message was taken, or the server works and does not want it. */
function isSettled({ problem, status }: PostOutcome, { attempts }: DueDelivery): boolean {
  if (problem === null) return true
  if (status === 401 || status === 403) return attempts + 1 >= MOST_UNAUTHORIZED
  return status !== null && status >= 400 && status < 500 && status !== 408 && status !== 429
}

/** Forgets a message that need not be sent again. */
async function settle(sql: Session, { host, due, outcome }: Attempt): Promise<void> {
  await sql`delete from private.social_deliveries where id = ${due.id}`
  // Gone (RFC 9110, 15.5.11): nobody is behind this inbox any more.
  if (outcome.status === 410) await forgetInbox(sql, host, due.inbox)
}

/**
 * Stores that a message was not taken, and leaves the server alone for a while. After a week without a success, what does not answer is left,
 * with everybody who follows from there; of a server that answers, those who share the inbox.
 * @param hasWorked whether the server has taken another message before in this turn
 */
async function recordFailure(
  { sql, log }: Pick<Services, 'sql' | 'log'>,
  { host, due, outcome, hasWorked }: Attempt & { hasWorked: boolean },
): Promise<void> {
  const { problem, status, retryAfterSeconds } = outcome
  await sql.transaction(async (transaction) => {
    await transaction`
      update private.social_deliveries set attempts = attempts + 1, problem = ${problem}, http_status = ${status}
      where id = ${due.id}`
    const [{ failures, seconds }] = await transaction<[{ failures: number; seconds: number }]>`
      update private.social_servers
      set failures = case when ${hasWorked} then 1 else failures + 1 end, problem = ${problem},
        failing_since = case when ${hasWorked} then now() else coalesce(failing_since, now()) end
      where host = ${host}
      returning failures, extract(epoch from now() - failing_since)::float8 as seconds`
    const isOver = seconds >= WEEK_SECONDS && failures >= LEAST_FAILURES
    if (isOver && status !== null) await forgetInbox(transaction, host, due.inbox)
    else if (isOver) await transaction`delete from private.social_followers where host = ${host}`
    const pause = Math.max(pauseAfter(failures, LONGEST_PAUSE_SECONDS), retryAfterSeconds ?? 0)
    const [{ isLeft }] = await transaction<[{ isLeft: boolean }]>`
      update private.social_servers
      set resumes_at = now() + make_interval(secs => ${Math.min(pause, LONGEST_PAUSE_SECONDS)}),
        left_at = case when ${isOver} and not exists (select from private.social_followers where host = ${host}) then now() end
      where host = ${host}
      returning left_at is not null as "isLeft"`
    await transaction`
      delete from private.social_deliveries
      where host = ${host} and id <= (
        select id from private.social_deliveries where host = ${host}
        order by id desc offset ${isLeft ? 0 : MOST_WAITING} limit 1)`
    if (isLeft) log.warn(`Nothing is sent to ${host} any more: it has taken nothing for a week.`)
  })
}

async function forgetInbox(sql: Session, host: string, inbox: string): Promise<void> {
  await sql`
    delete from private.social_followers where host = ${host} and ${inbox} in (inbox, shared_inbox)`
  await sql`delete from private.social_deliveries where host = ${host} and inbox = ${inbox}`
}

/** Longer than a turn takes (deliver.ts); a process that does not end its turn in this time has ended. */
const TURN_SECONDS = 60
/** A server with more has its next turn after the others. */
const MOST_OF_TURN = 20

interface DueDelivery {
  id: string
  activityId: string
  inbox: string
  attempts: number
  language: Language
}

/** Servers for which something is due. Those that failed last come last, so that no other waits for them. */
async function listDueServers(sql: Session, limit: number): Promise<string[]> {
  const due = await sql<{ host: string }[]>`
    select host from private.social_servers as server
    where resumes_at <= now() and left_at is null
      and exists (select from private.social_deliveries where host = server.host)
    order by failures > 0, resumes_at limit ${limit}`
  return due.map(({ host }) => host)
}

/**
 * Takes the turn with a server, so that it gets one request at a time in all processes: the oldest message of each inbox, so that they
 * arrive in their order. An inbox that failed comes after the others. Empty when another process has the turn, or nothing is due any more.
 */
async function takeTurn(sql: Session, host: string): Promise<DueDelivery[]> {
  return sql<DueDelivery[]>`
    with taken as (
      update private.social_servers set resumes_at = now() + make_interval(secs => ${TURN_SECONDS})
      where host = ${host} and resumes_at <= now() and left_at is null
        and exists (select from private.social_deliveries where host = ${host})
      returning host)
    select oldest.id, activity_id as "activityId", inbox, attempts, language
    from (
      select distinct on (inbox) delivery.* from private.social_deliveries as delivery join taken using (host)
      order by inbox, id) as oldest
    join private.social_activities as activity on activity.id = activity_id
    order by attempts, oldest.id limit ${MOST_OF_TURN}`
}

async function endTurn(sql: Session, host: string): Promise<void> {
  await sql`
    update private.social_servers set resumes_at = now(), failures = 0, failing_since = null, problem = null
    where host = ${host}`
}

const TIMEOUT_MS = 10_000

interface PostOutcome {
  /** Null when it was taken. */
  problem: WebhookProblem | null
  /** Null when there was no answer. */
  status: number | null
  /** The time for which the server wants to be left alone, if it says so. */
  retryAfterSeconds: number | null
}

/** Posts a signed message once. Of the answer only the status counts, so nothing else of it is read, and a redirect is not followed. */
async function postActivity(
  inbox: string,
  { body, headers }: { body: Buffer; headers: Record<string, string> },
  client: ClientOptions & { signal: AbortSignal; timeoutMs?: number },
): Promise<PostOutcome> {
  const failed = (problem: WebhookProblem): PostOutcome => ({
    problem,
    status: null,
    retryAfterSeconds: null,
  })
  const url = URL.parse(inbox)
  if (!url || !isAllowedTarget(url, client.allowed)) return failed('address')
  const timeout = AbortSignal.timeout(client.timeoutMs ?? TIMEOUT_MS)
  try {
    const { status, retryAfterSeconds } = await requestAnswer(url, client, {
      method: 'POST',
      headers: { ...headers, 'content-length': String(body.length), 'accept-encoding': 'identity' },
      body,
      signal: AbortSignal.any([client.signal, timeout]),
    })
    const isRedirect = status >= 300 && status < 400
    const problem = status >= 200 && status < 300 ? null : isRedirect ? 'redirect' : 'status'
    return { problem, status, retryAfterSeconds }
  } catch (error) {
    // The worker stops: nobody has said that it failed.
    client.signal.throwIfAborted()
    return failed(timeout.aborted ? 'time' : problemOf(error))
  }
}
