import { randomBytes } from 'node:crypto'
import type { LinkResult, LinkState } from '#core/domain/article-check.ts'
import { PrivateAddressError, resolveName } from '#server/platform/links/public-address.ts'
import type { ClientOptions } from '#server/platform/links/public-request.ts'
import { type PageAnswer, requestPage } from '#server/platform/links/request-page.ts'
import { isSamePage, type PageSummary, saysMissing, summarise } from '#server/platform/links/soft-404.ts'

const MAX_REDIRECTS = 5
/** For all requests about one link: each of a dozen servers in a chain could take its own time. */
const LONGEST_MS = 20_000
const DEAD = new Set([404, 410])
/** The name does not exist, or no server listens. Any other error may be temporary. */
const DEAD_CODES = new Set(['ENOTFOUND', 'ECONNREFUSED', 'ERR_INVALID_URL'])

export type LinkStatus = Pick<LinkResult, 'state' | 'detail'>

type PageRequestOptions = Parameters<typeof requestPage>[2]

/** Finds out what a host sends for a missing page; null if it responds with a status such as 404. */
type FindMissingPage = (origin: string, signal: AbortSignal) => Promise<PageSummary | null>

/** Returns true if names of servers can be resolved at all at present. */
type CanResolve = () => Promise<boolean>

/** Requests a page, and returns whether readers would get it. */
export async function checkLink(
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
export async function canResolveName(name: string, servers?: readonly string[]): Promise<boolean> {
  return resolveName(name, servers).then(
    () => true,
    () => false,
  )
}

/** Asks a host for a page that it does not have, and summarises the response. */
export async function findMissingPage(
  origin: string,
  options: PageRequestOptions,
): Promise<PageSummary | null> {
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
