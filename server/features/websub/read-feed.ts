import { createHash } from 'node:crypto'

/** A feed as subscribers get it. */
export interface FeedContent {
  content: Buffer
  contentType: string
  /** Tells one content from another. */
  digest: string
}

/** More is not sent to subscribers, who then have to look themselves. */
const MAX_FEED_BYTES = 8 * 1024 * 1024

/** A feed of ours at exactly this address; null where there is none, or where it names another address as its own, and `away` where that cannot be said now. */
export async function readFeed(
  fetchPage: (request: Request) => Response | Promise<Response>,
  address: string,
): Promise<FeedContent | 'away' | null> {
  const response = await fetchPage(new Request(address))
  const content = Buffer.from(await response.arrayBuffer())
  if (response.status >= 500) return 'away'
  const isItself = (response.headers.get('link') ?? '').includes(`<${address}>; rel="self"`)
  if (response.status !== 200 || !isItself || content.length > MAX_FEED_BYTES) return null
  return {
    content,
    contentType: response.headers.get('content-type') ?? 'application/octet-stream',
    digest: createHash('sha256').update(content).digest('base64url'),
  }
}
