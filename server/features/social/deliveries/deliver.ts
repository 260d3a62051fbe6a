import { createHash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type { Services } from '#server/features/services.ts'
import {
  type DueDelivery,
  endTurn,
  listDueServers,
  takeTurn,
} from '#server/features/social/deliveries/due-servers.ts'
import { type PostOutcome, postActivity } from '#server/features/social/deliveries/post-activity.ts'
import { isSettled, recordFailure, settle } from '#server/features/social/deliveries/record-outcome.ts'
import { tellSocialWebJob } from '#server/features/social/deliveries/tell-changes.ts'
import { ACTIVITY_TYPE } from '#server/features/social/remote/document-loader.ts'
import { isHeld } from '#server/platform/queue/is-held.ts'
import { defineScheduledJob } from '#server/platform/queue/job.ts'
import type { NotifiedWork } from '#server/platform/queue/run-on-notify.ts'

/** Delivers messages that are due, for a few minutes. */
export const deliverToSocialWebJob = defineScheduledJob('deliver-to-social-web')

/** Servers to which messages go at the same time. Most of them wait for servers that are slow. */
const LANES = 50
/** After it no further message of a turn is begun, so that other servers have theirs. */
const TURN_MS = 20_000
/** Between the beginnings of two messages, so that thousands of them take minutes and a small part of a core. */
const PACE_MS = 25
/** The scheduled job goes on after it. */
const RUN_MS = 4 * 60_000
/** How long lanes without work wait for some, while others have some. */
const PAUSE_MS = 500
const LISTED_SERVERS = 100
/** Messages of a run that are kept in memory, as thousands of inboxes get the same one; each has at most a megabyte. */
const CACHED_MESSAGES = 10

type Deps = Pick<Services, 'sql' | 'settings' | 'openSocialWeb' | 'log'>

/** As it is sent to every inbox, with its SHA-256 in Base64. */
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
    // What is due meanwhile need not wait for a server that is slow.
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
  // What was under way when the process ended is sent by another one.
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
  // With the digest the request can be signed without its body, which would be copied and digested for each inbox.
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
