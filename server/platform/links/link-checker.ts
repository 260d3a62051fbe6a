import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { LRUCache } from 'lru-cache'
import type { LinkResult, LinkState } from '#core/domain/article-check.ts'
import { anyOf } from '#core/languages/facts-of.ts'
import { createFairQueue, FairQueueError } from '#server/platform/http/fair-queue.ts'
import { PrivateAddressError, resolveName } from '#server/platform/links/public-address.ts'
import {
  ACCEPTED_ENCODINGS,
  type ClientOptions,
  decompressResponse,
  sendPublicRequest,
} from '#server/platform/links/public-request.ts'

const CACHE_MINUTES = 10
const MAX_CACHED = 5000
/** The limits in all, and for one user; a link that waits longer is not requested. */
const QUEUE = { atOnce: 8, maxWaitMs: 60_000 }
/** Between two requests to one host. */
const PAUSE_MS = 250
/** Links that wait, in all and of one person. */
const MAX_WAITING = { inAll: 500, perKey: 200 }
/** A result that takes longer is returned by the next check, from the cache. */
const DEADLINE_MS = 20_000
/** A root name server, whose name always exists. */
const KNOWN_NAME = 'a.root-servers.net'
/** The time for which the result of that lookup is cached. */
const NETWORK_MS = 30_000
const BUSY: LinkStatus = { state: 'unsure', detail: 'busy' }

/** Checks whether the pages exist that texts link to, by requests to their servers. */
export interface LinkChecker {
  /** `key` is the user who checks: users share the queue fairly, so that the slow servers of one do not delay the others. */
  check(address: string, key: string): Promise<LinkStatus>
}

export function createLinkChecker(options: {
  siteUrl: string
  allowed?: readonly string[]
  /** A name that exists, to find out whether names can be resolved at all. */
  knownName?: string
  nameServers?: readonly string[]
  longestMs?: number
}): LinkChecker {
  const { siteUrl, allowed = [], nameServers, longestMs, knownName = KNOWN_NAME } = options
  const userAgent = `Mozilla/5.0 (compatible; LinkCheck/1.0; +${siteUrl})`
  const clientOptions: ClientOptions = { allowed, nameServers, userAgent }
  const ttl = CACHE_MINUTES * 60_000
  // Promises, so that concurrent checks of the same address share one request.
  const statuses = new LRUCache<string, Promise<LinkStatus>>({ max: MAX_CACHED, ttl })
  const missing = new LRUCache<string, { summary: Promise<PageSummary | null> }>({ max: MAX_CACHED, ttl })
  const network = new LRUCache<string, { works: Promise<boolean> }>({ max: 1, ttl: NETWORK_MS })
  const hosts = new Map<string, Promise<void>>()
  const queue = createFairQueue(QUEUE)
  const waitingOf = new Map<string, number>()
  let waiting = 0

  /** Runs the checks of one host one after another. */
  async function queueForHost(
    host: string,
    key: string,
    work: () => Promise<LinkStatus>,
  ): Promise<LinkStatus> {
    const askedAt = performance.now()
    const before = hosts.get(host) ?? Promise.resolve()
    const done = Promise.withResolvers<void>()
    const turn = before.then(() => done.promise)
    hosts.set(host, turn)
    await before
    try {
      return await queue.run(key, work, () => performance.now() - askedAt < QUEUE.maxWaitMs)
    } finally {
      const end = () => {
        done.resolve()
        if (hosts.get(host) === turn) hosts.delete(host)
      }
      setTimeout(end, allowed.length > 0 ? 0 : PAUSE_MS).unref()
    }
  }

  function findMissing(origin: string, signal: AbortSignal): Promise<PageSummary | null> {
    const cached = missing.get(origin)
    if (cached) return cached.summary
    const summary = findMissingPage(origin, { ...clientOptions, signal })
    missing.set(origin, { summary })
    return summary
  }

  function canResolve(): Promise<boolean> {
    const cached = network.get(knownName)
    if (cached) return cached.works
    const works = canResolveName(knownName, nameServers)
    network.set(knownName, { works })
    return works
  }

  function count(key: string, change: 1 | -1): void {
    waiting += change
    const own = (waitingOf.get(key) ?? 0) + change
    if (own > 0) waitingOf.set(key, own)
    else waitingOf.delete(key)
  }

  function checkCached(address: string, key: string): Promise<LinkStatus> {
    const cached = statuses.get(address)
    if (cached) return cached
    const isFull = waiting >= MAX_WAITING.inAll || (waitingOf.get(key) ?? 0) >= MAX_WAITING.perKey
    if (isFull) return Promise.resolve(BUSY)
    count(key, 1)
    const host = URL.parse(address)?.host ?? ''
    const status = queueForHost(host, key, () =>
      checkLink(address, { ...clientOptions, longestMs }, findMissing, canResolve),
    )
      .catch((error: unknown) => {
        if (!(error instanceof FairQueueError)) throw error
        // No request was sent, so nothing is cached.
        statuses.delete(address)
        return BUSY
      })
      .finally(() => count(key, -1))
    statuses.set(address, status)
    return status
  }

  return {
    check(address, key) {
      const { promise, resolve } = Promise.withResolvers<LinkStatus>()
      const timer = setTimeout(() => resolve(BUSY), DEADLINE_MS)
      return Promise.race([checkCached(address, key), promise]).finally(() => clearTimeout(timer))
    },
  }
}

const MAX_REDIRECTS = 5
/** For all requests about one link: each of a dozen servers in a chain could take its own time. */
const LONGEST_MS = 20_000
const DEAD = new Set([404, 410])
/** The name does not exist, or no server listens. Any other error may be temporary. */
const DEAD_CODES = new Set(['ENOTFOUND', 'ECONNREFUSED', 'ERR_INVALID_URL'])

type LinkStatus = Pick<LinkResult, 'state' | 'detail'>

type PageRequestOptions = Parameters<typeof requestPage>[2]

/** Finds out what a host sends for a missing page; null if it responds with a status such as 404. */
type FindMissingPage = (origin: string, signal: AbortSignal) => Promise<PageSummary | null>

/** Returns true if names of servers can be resolved at all at present. */
type CanResolve = () => Promise<boolean>

/** Requests a page, and returns whether readers would get it. */
async function checkLink(
  address: string,
  { longestMs = LONGEST_MS, ...given }: ClientOptions & { longestMs?: number | undefined },
  findMissing: FindMissingPage,
  canResolve: CanResolve,
): Promise<LinkStatus> {
  const asked = URL.parse(address)
  if (!asked) return { state: 'dead', detail: 'address' }
  const options = { ...given, signal: AbortSignal.timeout(longestMs) }
  try {
    const head = await follow(asked, 'HEAD', options).catch(ignoreUnlessCertain)
    // A server may not support HEAD, and only the page itself shows whether it exists.
    const isFinal = head !== null && head.answer.status !== 200 && head.answer.status < 400
    const { answer, url } = isFinal ? head : await follow(asked, 'GET', options)
    const state = stateOf(answer.status)
    if (state !== 'ok') return { state, detail: String(answer.status) }
    if (isDeep(asked) && url.href !== asked.href && isHome(url)) return { state: 'soft_dead', detail: 'home' }
    return (
      (await isMissingInside(asked, answer, (origin) => findMissing(origin, options.signal))) ?? {
        state: 'ok',
        detail: '',
      }
    )
  } catch (error) {
    const status = statusOfError(error)
    // If this server cannot resolve any name, its own network is down, and the link is not dead.
    if (status.detail === 'name' && !(await canResolve())) return { state: 'unsure', detail: 'connection' }
    return status
  }
}

/** Returns true if a name that is known to exist can be resolved. */
async function canResolveName(name: string, servers?: readonly string[]): Promise<boolean> {
  return resolveName(name, servers).then(
    () => true,
    () => false,
  )
}

/** Asks a host for a page that it does not have, and summarises the response. */
async function findMissingPage(origin: string, options: PageRequestOptions): Promise<PageSummary | null> {
  const { answer } = await follow(new URL(`/${randomBytes(12).toString('hex')}`, origin), 'GET', options)
  return answer.status === 200 && answer.html !== '' ? summarise(answer.html) : null
}

async function follow(
  start: URL,
  method: 'HEAD' | 'GET',
  options: PageRequestOptions,
): Promise<{ answer: PageAnswer; url: URL }> {
  let url = new URL(start)
  url.hash = ''
  for (let hops = 0; hops <= MAX_REDIRECTS; hops++) {
    const answer = await requestPage(url, method, options)
    const next =
      answer.status >= 300 && answer.status < 400 && answer.location ? URL.parse(answer.location, url) : null
    if (!next) return { answer, url }
    url = next
  }
  throw Object.assign(new Error('Too many redirects'), { code: 'REDIRECTS' })
}

function stateOf(status: number): LinkState {
  if (DEAD.has(status)) return 'dead'
  return status >= 200 && status < 300 ? 'ok' : 'unsure'
}

/** A server that does not respond to HEAD may respond to GET. */
function ignoreUnlessCertain(error: unknown): null {
  if (statusOfError(error).state === 'dead' || error instanceof PrivateAddressError) throw error
  return null
}

async function isMissingInside(
  asked: URL,
  { html }: PageAnswer,
  findMissing: (origin: string) => Promise<PageSummary | null>,
): Promise<LinkStatus | null> {
  if (html === '') return null
  const summary = summarise(html)
  if (saysMissing(summary)) return { state: 'soft_dead', detail: 'text' }
  if (!isDeep(asked)) return null
  // If the host does not respond, the page counts as found.
  const missing = await findMissing(asked.origin).catch(() => null)
  return missing && isSamePage(summary, missing) ? { state: 'soft_dead', detail: 'same' } : null
}

const isDeep = ({ pathname, search }: URL) => pathname.length > 1 || search !== ''
const isHome = ({ pathname, search }: URL) =>
  search === '' && /^\/(?:[a-z]{2}(?:-[a-z]{2})?\/?|index\.\w+)?$/i.test(pathname)

function statusOfError(error: unknown): LinkStatus {
  if (error instanceof PrivateAddressError) return { state: 'unsure', detail: 'private' }
  const { code = '', name = '' } = error as NodeJS.ErrnoException
  if (DEAD_CODES.has(code)) return { state: 'dead', detail: code === 'ECONNREFUSED' ? 'refused' : 'name' }
  return { state: 'unsure', detail: name === 'TimeoutError' || name === 'AbortError' ? 'time' : 'connection' }
}

/** Titles of pages that report a missing page. */
const MISSING = new RegExp(`(?<!\\p{L})(?:${anyOf(({ pages }) => pages.missing)})(?!\\p{L})`, 'iu')

interface PageSummary {
  title: string
  heading: string
  /** The first words of its text, without numbers and addresses. */
  text: string
}

/** Summarises what a reader sees of a page. */
function summarise(html: string): PageSummary {
  const part = (name: string) => {
    const start = html.search(new RegExp(`<${name}[\\s>]`, 'i'))
    if (start === -1) return ''
    const end = html.toLowerCase().indexOf(`</${name}`, start)
    return textOf(html.slice(start, end === -1 ? start + 500 : Math.min(end, start + 2000))).slice(0, 300)
  }
  return { title: part('title'), heading: part('h1'), text: textOf(html).slice(0, 20_000) }
}

/** True when a page with status 200 reports that it does not exist. */
export function saysMissing({ title, heading }: PageSummary): boolean {
  return MISSING.test(title) || (heading.length < 120 && MISSING.test(heading))
}

/** True when two pages are the same but for what changes with each request. */
function isSamePage(one: PageSummary, other: PageSummary): boolean {
  if (one.title !== other.title || one.heading !== other.heading) return false
  const [a, b] = [one.text.length, other.text.length]
  return (
    one.text === other.text ||
    (Math.abs(a - b) < 0.02 * Math.max(a, b) && one.text.slice(0, 2000) === other.text.slice(0, 2000))
  )
}

function textOf(html: string): string {
  return html
    .replace(/<(script|style|noscript|template)\b[^<>]*>[\s\S]*?(?:<\/\1>|$)/gi, ' ')
    .replace(/<[^<>]*>/g, ' ')
    .replace(/&nbsp;|&#160;/g, ' ')
    .replace(/https?:\/\/\S+|\/\S+|\d+/g, '')
    .replace(/\s+/g, ' ')
    .trim()
}

const TIMEOUT_MS = { HEAD: 5_000, GET: 10_000 }
/** Enough for the title and the first words of a page. */
const MAX_BODY_BYTES = 256 * 1024

interface PageAnswer {
  status: number
  location: string | null
  /** The beginning of the page, for a GET that returned HTML. */
  html: string
}

/**
 * Asks for a page, without following redirects. `signal` aborts it.
 * @throws PrivateAddressError, or why there is no answer
 */
async function requestPage(
  url: URL,
  method: 'HEAD' | 'GET',
  options: ClientOptions & { signal: AbortSignal },
): Promise<PageAnswer> {
  const response = await sendPublicRequest(url, {
    ...options,
    method,
    signal: AbortSignal.any([options.signal, AbortSignal.timeout(TIMEOUT_MS[method])]),
    headers: {
      accept: 'text/html,application/xhtml+xml,*/*;q=0.5',
      'accept-encoding': ACCEPTED_ENCODINGS,
    },
  })
  try {
    const { statusCode: status = 0, headers } = response
    const isHtml = /^(?:text\/html|application\/xhtml)/i.test(headers['content-type'] ?? '')
    const html = method === 'GET' && status === 200 && isHtml ? await readBeginning(response) : ''
    return { status, location: headers.location ?? null, html }
  } finally {
    response.destroy()
  }
}

async function readBeginning(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    // Decompressed bytes are counted, so that a small body cannot become a large one.
    for await (const chunk of decompressResponse(response)) {
      chunks.push(chunk as Buffer)
      size += (chunk as Buffer).length
      if (size >= MAX_BODY_BYTES) break
    }
  } catch (error) {
    if (size === 0) throw error
  }
  return Buffer.concat(chunks).subarray(0, MAX_BODY_BYTES).toString('utf8')
}
