import type { Context } from 'hono'
import type { SiteServices } from '#server/features/services.ts'
import { askCallbackJob } from '#server/features/websub/jobs.ts'
import { ownerOfSecret } from '#server/features/websub/open-websub.ts'
import { readFeed } from '#server/features/websub/read-feed.ts'
import { type HubRequest, readHubRequest } from '#server/features/websub/read-hub-request.ts'
import { clientIp, type RequestBindings } from '#server/platform/http/client-ip.ts'
import { QueueFullError } from '#server/platform/queue/job-queue.ts'

const BUSY_SECONDS = 3600
const HEADERS = { 'cache-control': 'no-store' }

const REFUSED: Record<string, { status: 429 | 503; sentence: string }> = {
  host_busy: {
    status: 429,
    sentence: 'The server of hub.callback was asked too often. Try again in an hour.',
  },
  host_full: { status: 429, sentence: 'The server of hub.callback has too many subscriptions already.' },
  busy: { status: 503, sentence: 'This hub has too many requests. Try again later.' },
  full: { status: 503, sentence: 'This hub has too many subscriptions.' },
}

type HubServices = Pick<SiteServices, 'sql' | 'queue' | 'limits' | 'siteUrl' | 'trustProxy' | 'websub'> & {
  fetchPage: (request: Request) => Response | Promise<Response>
}

/**
 * POST /websub: the hub of our feeds (WebSub, https://www.w3.org/TR/websub/). It answers 202, and a job asks the callback whether it wants
 * what was requested (section 5.3), so that nobody can have us send anything to a server that does not.
 */
export function createHubEndpoint(services: HubServices) {
  return async (c: Context<{ Bindings: RequestBindings }>): Promise<Response> => {
    const { websub, limits, siteUrl, trustProxy } = services
    if (!websub.isOwnHub) return c.text(`The hub of our feeds is ${websub.hubUrl}.`, 404, HEADERS)
    if (c.req.method !== 'POST')
      return c.text('This is the hub of our feeds. Requests are sent with POST.', 405, {
        ...HEADERS,
        allow: 'POST',
      })
    const wait = await limits.take('feed-subscription', clientIp(c, trustProxy))
    if (wait > 0) return c.text('Too many requests.', 429, { ...HEADERS, 'retry-after': String(wait) })
    if (!/^application\/x-www-form-urlencoded\b/i.test(c.req.header('content-type') ?? ''))
      return c.text('The body must be application/x-www-form-urlencoded.', 415, HEADERS)
    const form = new URLSearchParams(await c.req.text())
    const request = readHubRequest(form, { siteUrl, allowed: websub.client.allowed })
    if (typeof request === 'string') return c.text(request, 400, HEADERS)
    const feed = await readFeed(services.fetchPage, siteUrl + request.topic)
    if (!feed) return c.text('There is no feed at hub.topic.', 404, HEADERS)
    if (feed === 'away') return respond(c, 'busy')
    return respond(c, await take(services, request, feed.digest))
  }
}

/** Stores a request together with the job that asks its callback. Returns why it was refused, or null. */
async function take(
  { sql, queue, websub }: Pick<HubServices, 'sql' | 'queue' | 'websub'>,
  { mode, topic, callback, leaseSeconds, secret }: HubRequest,
  digest: string,
): Promise<string | null> {
  const { href } = callback
  const sealed = secret === null ? null : websub.box.seal(ownerOfSecret({ topic, callback: href }), secret)
  try {
    return await sql.transaction(async (transaction) => {
      const [{ taken }] = await transaction<[{ taken: { id?: string; refused?: string } }]>`
        select private.take_websub_request(
          ${mode}, ${topic}, ${href}, ${callback.hostname}, ${sealed}, ${leaseSeconds}, ${digest}) as taken`
      if (taken.id === undefined) return taken.refused ?? 'busy'
      await queue.enqueue(askCallbackJob, { requestId: taken.id }, { transaction })
      return null
    })
  } catch (error) {
    if (error instanceof QueueFullError) return 'busy'
    throw error
  }
}

/** Who leaves and was not there is answered alike, so that the answer does not tell who subscribes. */
function respond(c: Context, refused: string | null): Response {
  const refusal = refused === null ? undefined : REFUSED[refused]
  if (!refusal) return c.body(null, 202, HEADERS)
  return c.text(refusal.sentence, refusal.status, { ...HEADERS, 'retry-after': String(BUSY_SECONDS) })
}
