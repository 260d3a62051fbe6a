import { setTimeout as delay } from 'node:timers/promises'
import type { Services } from '#server/features/services.ts'
import {
  type DueDelivery,
  endTurn,
  findDue,
  takeServer,
} from '#server/features/social/deliveries/due-servers.ts'
import { recordOutcome } from '#server/features/social/deliveries/record-outcome.ts'
import { deliverToSocialWebJob, tellSocialWebJob } from '#server/features/social/jobs.ts'
import type { SocialWeb } from '#server/features/social/open-social-web.ts'
import { ACTIVITY_TYPE } from '#server/features/social/remote/document-loader.ts'
import { type PostOutcome, postMessage } from '#server/features/webhooks/post-message.ts'
import { isHeld } from '#server/platform/queue/is-held.ts'
import type { NotifiedWork } from '#server/platform/queue/run-on-notify.ts'

/** Servers to which messages go at the same time. */
const LANES = 12
/** With one server; then others have their turn. */
const TURN_MS = 20_000
/** Of a lane after each server, so that two thousand of them take a minute and a small part of a core. */
const REST_MS = 300
/** The scheduled job goes on after it. */
const RUN_MS = 4 * 60_000
/** How long a lane without work waits for some, while others have some. */
const PAUSE_MS = 500

type Deps = Pick<Services, 'sql' | 'settings' | 'openSocialWeb' | 'log'>

/** Sends what is due, until nothing is or the time is over: each server gets one message after the other. */
export async function deliverToSocialWeb(deps: Deps, signal: AbortSignal): Promise<void> {
  if (!deps.settings.current().social_web) return
  const end = Date.now() + RUN_MS
  let sending = 0
  async function lane(): Promise<void> {
    while (!signal.aborted && Date.now() < end) {
      const host = await takeServer(deps.sql)
      if (host) {
        sending += 1
        await sendTo(deps, host, signal).finally(() => (sending -= 1))
        await delay(REST_MS, undefined, { signal })
      } else if (sending === 0) return
      // What is due meanwhile need not wait for a server that is slow.
      else await delay(PAUSE_MS, undefined, { signal })
    }
  }
  const lanes = await Promise.allSettled(Array.from({ length: LANES }, lane))
  const failed = lanes.find((ended) => ended.status === 'rejected')
  // What was under way when the process ended is sent by another one.
  if (failed && !signal.aborted) throw failed.reason
}

async function sendTo(deps: Deps, host: string, signal: AbortSignal): Promise<void> {
  const social = await deps.openSocialWeb()
  const end = Date.now() + TURN_MS
  for (
    let due = await findDue(deps.sql, host);
    due && Date.now() < end;
    due = await findDue(deps.sql, host)
  ) {
    const outcome = await post(social, due, signal)
    if (!(await recordOutcome(deps, host, due, outcome))) return
  }
  await endTurn(deps.sql, host)
}

/** Signed as every server understands it; one that refuses that is tried with the newer standard in turn. */
async function post(social: SocialWeb, due: DueDelivery, signal: AbortSignal): Promise<PostOutcome> {
  const { inbox, body, language, attempts } = due
  const request = new Request(inbox, { method: 'POST', body, headers: { 'content-type': ACTIVITY_TYPE } })
  const headers = await social.sign(request, language, attempts % 2 === 1 ? 'rfc9421' : undefined)
  return postMessage(inbox, { body, headers }, { ...social.client, signal })
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
