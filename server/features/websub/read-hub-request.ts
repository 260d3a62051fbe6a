import { isIP } from 'node:net'
import { isPublicAddress } from '#server/platform/links/public-address.ts'
import { hostOf } from '#server/platform/links/public-request.ts'

/** What a subscriber asks of the hub. */
export interface HubRequest {
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
export function readHubRequest(
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
  // With a dot at its end a name is another one for all that is counted by it, and the same server.
  const isPublic = isIP(host) ? isPublicAddress(host) : /\..*[^.]$/.test(host)
  if (!isPublic || url.port) return 'hub.callback must be on a public server, without a port.'
  if (url.hostname === new URL(siteUrl).hostname) return 'hub.callback must be on another server.'
  return url
}
