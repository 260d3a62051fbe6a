import type { purgeCdnJob } from '#server/features/pages/cdn/jobs.ts'
import type { Services } from '#server/features/services.ts'
import { networkFailure } from '#server/platform/provider-response.ts'
import type { JobPayload } from '#server/platform/queue/job.ts'

const TIMEOUT_MS = 10_000

/**
 * Posts what has changed to CDN_PURGE_URL: `{"everything": true}`, or `{"everything": false, "addresses": […]}`. The address is the
 * operator's own and may be in a private network, so it is not checked; redirects are not followed, because the token goes with them.
 * @throws when it was not taken, so that the queue tries again
 */
export async function purgeCdn(
  { cdn, siteUrl }: Pick<Services, 'cdn' | 'siteUrl'>,
  { paths }: JobPayload<typeof purgeCdnJob>,
): Promise<void> {
  // It was set when the pages changed, and is no longer.
  if (!cdn) return
  const body = paths
    ? { everything: false, addresses: paths.map((path) => siteUrl + path) }
    : { everything: true }
  const headers: Record<string, string> = { 'content-type': 'application/json' }
  if (cdn.token !== undefined) headers.authorization = `Bearer ${cdn.token}`
  const response = await fetch(cdn.url, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch((error: unknown) => {
    throw new Error(`CDN_PURGE_URL cannot be reached: ${networkFailure(error)}`)
  })
  await response.body?.cancel()
  if (!response.ok) throw new Error(`CDN_PURGE_URL answered with status ${response.status}`)
}
