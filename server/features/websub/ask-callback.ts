import { randomBytes } from 'node:crypto'
import type { LookupAddress } from 'node:dns'
import { isIP } from 'node:net'
import type { Services } from '#server/features/services.ts'
import type { askCallbackJob } from '#server/features/websub/jobs.ts'
import { limitKey } from '#server/platform/http/client-ip.ts'
import { resolveName } from '#server/platform/links/public-address.ts'
import { type ClientOptions, hostOf } from '#server/platform/links/public-request.ts'
import { requestAnswer } from '#server/platform/links/request-answer.ts'
import type { JobPayload, JobRun } from '#server/platform/queue/job.ts'

const CHALLENGE_BYTES = 24

/**
 * Asks a callback whether it wants what was requested (WebSub, section 5.3), and does it when it answers with the challenge. The challenge
 * is made for this question and kept nowhere, so that no answer can be used again.
 */
export async function askCallback(
  { sql, siteUrl, websub, log }: Pick<Services, 'sql' | 'siteUrl' | 'websub' | 'log'>,
  { requestId }: JobPayload<typeof askCallbackJob>,
  { signal }: Pick<JobRun, 'signal'>,
): Promise<void> {
  const [request] = await sql<{ mode: string; topic: string; callback: string; lease_seconds: number }[]>`
    select mode, topic, callback, lease_seconds from private.websub_requests where id = ${requestId}`
  if (!request) return
  const url = new URL(request.callback)
  const location = await locateCallback(url, websub.client).catch(() => null)
  if (location === null) return
  const { network, resolved } = location
  const [{ begins }] = await sql<[{ begins: boolean }]>`
    select private.begin_websub_question(${requestId}, ${network}) as begins`
  if (!begins) return

  const challenge = randomBytes(CHALLENGE_BYTES).toString('base64url')
  const asked = {
    'hub.mode': request.mode,
    'hub.topic': siteUrl + request.topic,
    'hub.challenge': challenge,
    ...(request.mode === 'subscribe' && { 'hub.lease_seconds': String(request.lease_seconds) }),
  }
  // A callback may have parameters of its own, which stay as they are.
  url.search += `${url.search ? '&' : '?'}${new URLSearchParams(asked)}`
  const answer = await requestAnswer(
    url,
    { ...websub.client, resolved },
    {
      method: 'GET',
      headers: { accept: 'text/plain, */*', 'accept-encoding': 'identity' },
      signal,
      reads: true,
    },
  ).catch(() => null)
  const confirms = answer !== null && answer.status >= 200 && answer.status < 300 && answer.body === challenge
  log.debug(
    `A callback at ${url.hostname} ${confirms ? 'confirms' : 'does not confirm'} that it wants to ${request.mode}`,
  )
  if (confirms) await sql`select private.settle_websub_request(${requestId})`
}

/** The place where the server of a callback is now. */
export interface CallbackLocation {
  /** The network as limits count it: one IPv4 address, or a /64 network of IPv6. */
  network: string
  /** The address that has to be connected to, because the next answer of its name server may be another one. */
  resolved: LookupAddress
}

/** @throws why its name has no address */
export async function locateCallback(
  url: URL,
  { nameServers }: Pick<ClientOptions, 'nameServers'>,
): Promise<CallbackLocation> {
  const host = hostOf(url)
  const family = isIP(host)
  const [first] = family ? [{ address: host, family }] : await resolveName(host, nameServers)
  if (!first) throw new Error(`${host} has no address`)
  return { network: limitKey(first.address), resolved: first }
}
