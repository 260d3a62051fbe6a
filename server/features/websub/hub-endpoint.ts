import { isIP } from 'node:net'
import type { Context } from 'hono'
import type { SiteServices } from '#server/features/services.ts'
import { askCallbackJob } from '#server/features/websub/jobs.ts'
import { ownerOfSecret } from '#server/features/websub/open-websub.ts'
import { readFeed } from '#server/features/websub/watch-feeds.ts'
import { clientIp, type RequestBindings } from '#server/platform/http/client-ip.ts'
import { isPublicAddress } from '#server/platform/links/public-address.ts'
import { hostOf } from '#server/platform/links/public-request.ts'
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

/** Answers somebody who leaves and was not there alike, so that the answer does not tell who subscribes. */
function respond(c: Context, refused: string | null): Response {
  const refusal = refused === null ? undefined : REFUSED[refused]
  if (!refusal) return c.body(null, 202, HEADERS)
  return c.text(refusal.sentence, refusal.status, { ...HEADERS, 'retry-after': String(BUSY_SECONDS) })
}

/** A request of a subscriber to the hub. */
interface HubRequest {
  mode: 'subscribe' | 'unsubscribe'
  /** The path of a feed of ours. */
  topic: string
  callback: URL
  leaseSeconds: number
  secret: string | null
}

const DAY_SECONDS = 24 * 60 * 60
const LEASE_SECONDS = { least: 60 * 60, usual: 10 * DAY_SECONDS, most: 30 * DAY_SECONDS }
const MAX_CALLBACK_LENGTH = 1_000
/** WebSub, section 5.1: less than 200 bytes. */
const MAX_SECRET_BYTES = 199
const MAX_TOPIC_LENGTH = 300
const TOPIC = /^\/feeds\/[a-z]{2,3}(?:-[a-z]{2,8})?(?:\/[a-z0-9-]+){0,2}\.(?:xml|json)$/

/**
 * Reads the form of a subscriber (WebSub, section 5.1). Parameters that it does not name are ignored, as it demands.
 * @returns the request, or a sentence that says what is wrong with it
 */
function readHubRequest(
  form: URLSearchParams,
  { siteUrl, allowed }: { siteUrl: string; allowed: readonly string[] },
): HubRequest | string {
  const names = ['hub.mode', 'hub.topic', 'hub.callback', 'hub.lease_seconds', 'hub.secret']
  const twice = names.find((name) => form.getAll(name).length > 1)
  if (twice) return `${twice} is given more than once.`

  const mode = form.get('hub.mode')
  if (mode === 'publish')
    return 'This hub notices by itself what has changed; nothing has to be published to it.'
  if (mode !== 'subscribe' && mode !== 'unsubscribe') return 'hub.mode must be subscribe or unsubscribe.'

  const topic = readTopic(form.get('hub.topic') ?? '', siteUrl)
  if (topic === null)
    return `hub.topic must be the address of a feed of ${siteUrl}, as its rel="self" names it.`

  const callback = readCallback(form.get('hub.callback') ?? '', { siteUrl, allowed })
  if (typeof callback === 'string') return callback

  const lease = form.get('hub.lease_seconds') || String(LEASE_SECONDS.usual)
  if (!/^[1-9]\d{0,9}$/.test(lease)) return 'hub.lease_seconds must be a positive number of seconds.'
  const leaseSeconds = Math.min(Math.max(Number(lease), LEASE_SECONDS.least), LEASE_SECONDS.most)

  const secret = form.get('hub.secret') || null
  if (secret !== null && Buffer.byteLength(secret) > MAX_SECRET_BYTES)
    return `hub.secret must have at most ${MAX_SECRET_BYTES} bytes.`
  return { mode, topic, callback, leaseSeconds, secret }
}

function readTopic(topic: string, siteUrl: string): string | null {
  const path = topic.startsWith(`${siteUrl}/`) ? topic.slice(siteUrl.length) : ''
  return path.length <= MAX_TOPIC_LENGTH && TOPIC.test(path) ? path : null
}

/** Refuses what no request will be sent to. Names are resolved and checked when one is sent. */
function readCallback(
  text: string,
  { siteUrl, allowed }: { siteUrl: string; allowed: readonly string[] },
): URL | string {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol)) return 'hub.callback must be an address with http or https.'
  if (url.href.length > MAX_CALLBACK_LENGTH)
    return `hub.callback must have at most ${MAX_CALLBACK_LENGTH} characters.`
  if (url.username || url.password || url.hash) return 'hub.callback must have neither a user nor a fragment.'
  const host = hostOf(url)
  if (allowed.includes(host)) return url
  // A name with a dot at its end is another one for all that is counted by it, and the same server.
  const isPublic = isIP(host) ? isPublicAddress(host) : /\..*[^.]$/.test(host)
  if (!isPublic || url.port) return 'hub.callback must be on a public server, without a port.'
  if (url.hostname === new URL(siteUrl).hostname) return 'hub.callback must be on another server.'
  return url
}
