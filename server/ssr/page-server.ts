import type { IncomingMessage, ServerResponse } from 'node:http'
import type { RequestContext, ServerContext } from '#app/context.ts'
import { chooseEncoding } from '#server/http/choose-encoding.ts'
import { matchesEtag } from '#server/http/matches-etag.ts'
import { createTurns, TurnError } from '#server/http/turns.ts'
import type { Answer } from '#server/ssr/answer.ts'
import { compressAnswer } from '#server/ssr/page-cache/compress-answer.ts'
import type { KeptPage } from '#server/ssr/page-cache/kept-page.ts'
import type { PageCache, RenderedPage } from '#server/ssr/page-cache/page-cache.ts'
import { pageKey } from '#server/ssr/page-cache/page-key.ts'
import type { RenderPage } from '#server/ssr/pages.ts'

/** A reader's browser asks again each time; a shared cache may answer for a moment while it does. */
const KEPT_CACHE_CONTROL = 'public, max-age=0, stale-while-revalidate=30'
const ONE_CACHE_CONTROL = 'private, no-cache'
const NOTHING = Buffer.alloc(0)
const COME_LATER: Answer = {
  status: 503,
  headers: {
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'no-store',
    'retry-after': '1',
  },
  body: Buffer.from('Too many pages at once. Please try again in a moment.'),
}
/**
 * Pages being rendered at one moment, for one address and for all: enough to keep the processor busy while the database
 * answers. Others wait, each address behind itself, so that none can keep the rest from their pages.
 */
const RENDERINGS = { atOnce: 16, perKey: 8, maxWaitMs: 10_000 }

export interface PageServer {
  /** Answers from what is kept, on the bare socket; false when somebody else must answer. */
  answerKept(request: IncomingMessage, response: ServerResponse): boolean
  /** `client` is the address in whose turn a page is rendered. */
  answer(request: Request, values: RequestContext, client?: string): Promise<Response>
}

/**
 * Pages for readers: rendered once per address, kept compressed, sent as the same bytes to everyone. A request's
 * headers decide nothing but the encoding and whether 304 is enough; one with credentials is never answered from here.
 */
export function createPageServer(options: {
  render: RenderPage
  cache: PageCache
  siteUrl: string
  headers: Record<string, string>
  now?: () => number
}): PageServer {
  const { cache, siteUrl, now = Date.now } = options
  const turns = createTurns(RENDERINGS)

  async function render(
    request: Request,
    values: ServerContext,
    { client, isWanted = () => true }: { client: string; isWanted?: () => boolean },
  ): Promise<Answer> {
    try {
      return await turns.run(client, () => options.render(request, values), isWanted)
    } catch (error) {
      if (error instanceof TurnError) return COME_LATER
      throw error
    }
  }

  async function renderForKeeping(
    key: string,
    values: RequestContext,
    client: string,
  ): Promise<RenderedPage> {
    const started = now()
    const tags = new Set<string>()
    const tag = (...names: string[]) => {
      for (const name of names) tags.add(name)
    }
    let longestLife = Infinity
    const expireAfter = (seconds: number) => {
      longestLife = Math.min(longestLife, seconds * 1000)
    }
    const answer = await render(new Request(siteUrl + key), { ...values, tag, expireAfter }, { client })
    const { 'content-length': _length, ...headers } = { ...options.headers, ...answer.headers }
    const life = lifeOf(answer)
    if (answer.status === 200 && tags.size > 0) {
      if (life === Infinity) headers['cache-control'] = KEPT_CACHE_CONTROL
      headers.vary = 'accept-encoding'
    }
    // The footer says which year it is.
    const until = Math.min(
      started + life,
      started + longestLife,
      Date.UTC(new Date(started).getUTCFullYear() + 1, 0),
    )
    return { status: answer.status, headers, body: answer.body ?? NOTHING, tags, until }
  }

  async function renderForOne(
    request: Request,
    url: URL,
    values: RequestContext,
    client: string,
  ): Promise<Answer> {
    const isWanted = () => !request.signal.aborted
    const answer = await render(
      atSite(request, url, siteUrl),
      { ...values, tag: () => {}, expireAfter: () => {} },
      { client, isWanted },
    )
    // Nobody between us and the reader may keep it; the reader's browser may, and asks before it shows it again.
    return {
      ...answer,
      headers: { ...options.headers, 'cache-control': ONE_CACHE_CONTROL, ...answer.headers },
    }
  }

  return {
    answerKept(request, response) {
      if ((request.method !== 'GET' && request.method !== 'HEAD') || request.headers.authorization)
        return false
      const key = pageKey(request.url ?? '/')
      const page = key === null ? undefined : cache.peek(key)
      if (!page) return false
      const { body, headers, etag } = page.variants[chooseEncoding(request.headers['accept-encoding'])]
      if (matchesEtag(request.headers['if-none-match'], etag)) {
        response.writeHead(304, withoutBody(headers)).end()
      } else {
        response.writeHead(200, headers).end(request.method === 'HEAD' ? undefined : body)
      }
      return true
    },

    async answer(request, values, client = 'unknown') {
      const url = new URL(request.url)
      const isRead = request.method === 'GET' || request.method === 'HEAD'
      const key = isRead && !request.headers.has('authorization') ? pageKey(url.pathname + url.search) : null
      const acceptEncoding = request.headers.get('accept-encoding') ?? undefined
      const answer =
        key === null
          ? { rendered: await renderForOne(request, url, values, client) }
          : await cache.get(key, () => renderForKeeping(key, values, client))
      if ('kept' in answer) return keptResponse(request, answer.kept)
      const { status, headers, body } = answer.rendered
      const whole = { status, headers, body: hasBody(request, status) ? body : null }
      return toResponse(await compressAnswer(acceptEncoding, whole))
    },
  }
}

function keptResponse(request: Request, page: KeptPage): Response {
  const encoding = chooseEncoding(request.headers.get('accept-encoding') ?? undefined)
  const { body, headers, etag } = page.variants[encoding]
  if (matchesEtag(request.headers.get('if-none-match') ?? undefined, etag)) {
    return new Response(null, { status: 304, headers: withoutBody(headers) })
  }
  return toResponse({ status: 200, headers, body: request.method === 'HEAD' ? null : body })
}

function toResponse({ status, headers, body }: Answer): Response {
  return new Response(body, { status, headers })
}

/** How long a page may be kept at most, in milliseconds; one that changes with the clock says so itself. */
function lifeOf({ headers }: Answer): number {
  const seconds = /\bmax-age=(\d+)/.exec(headers['cache-control'] ?? '')?.[1]
  return seconds === undefined ? Infinity : Number(seconds) * 1000
}

/** The request as if it had come to the public origin: whatever Host said must not reach a page. */
function atSite(request: Request, url: URL, siteUrl: string): Request {
  const address = siteUrl + url.pathname + url.search
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  return new Request(address, isRead ? { headers: request.headers } : request)
}

function hasBody(request: Request, status: number): boolean {
  return request.method !== 'HEAD' && status !== 204 && status !== 304
}

function withoutBody(headers: Record<string, string>): Record<string, string> {
  const { 'content-length': _length, 'content-encoding': _encoding, 'content-type': _type, ...rest } = headers
  return rest
}
