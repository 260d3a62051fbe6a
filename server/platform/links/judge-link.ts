import { randomBytes } from 'node:crypto'
import type { LinkResult, LinkState } from '#core/domain/article-check.ts'
import { type Answer, type AskOptions, askServer } from '#server/platform/links/ask-server.ts'
import { PrivateAddressError } from '#server/platform/links/public-address.ts'
import { resolveName } from '#server/platform/links/resolve-name.ts'
import { isSamePage, looksOf, type PageLooks, saysMissing } from '#server/platform/links/soft-404.ts'

const MAX_REDIRECTS = 5
/** For all requests about one link: each of a dozen servers in a chain could take its own time. */
const LONGEST_MS = 20_000
const DEAD = new Set([404, 410])
/** There is no such name, or nobody listens. Anything else may be over in a minute. */
const DEAD_CODES = new Set(['ENOTFOUND', 'ECONNREFUSED', 'ERR_INVALID_URL'])

export type Verdict = Pick<LinkResult, 'state' | 'detail'>

type PatientOptions = Parameters<typeof askServer>[2]

/** How an address answers whose host has no page of that name; null when it says so with a status. */
export type FindMissingPage = (origin: string, patience: AbortSignal) => Promise<PageLooks | null>

/** Whether the names of servers can be resolved at all at present. */
export type CanResolve = () => Promise<boolean>

/** Asks for a page, and says whether readers would get it. */
export async function judgeLink(
  address: string,
  { longestMs = LONGEST_MS, ...given }: AskOptions & { longestMs?: number | undefined },
  findMissing: FindMissingPage,
  canResolve: CanResolve,
): Promise<Verdict> {
  const asked = URL.parse(address)
  if (!asked) return { state: 'dead', detail: 'address' }
  const options = { ...given, patience: AbortSignal.timeout(longestMs) }
  try {
    const head = await follow(asked, 'HEAD', options).catch(ignoreUnlessCertain)
    // Not every server knows HEAD, and whether a page is there says only the page.
    const isFinal = head !== null && head.answer.status !== 200 && head.answer.status < 400
    const { answer, url } = isFinal ? head : await follow(asked, 'GET', options)
    const state = stateOf(answer.status)
    if (state !== 'ok') return { state, detail: String(answer.status) }
    if (isDeep(asked) && url.href !== asked.href && isHome(url)) return { state: 'soft_dead', detail: 'home' }
    return (
      (await isMissingInside(asked, answer, (origin) => findMissing(origin, options.patience))) ?? {
        state: 'ok',
        detail: '',
      }
    )
  } catch (error) {
    const verdict = verdictOf(error)
    // Without a network of its own, this server knows no name, and no link is dead for that.
    if (verdict.detail === 'name' && !(await canResolve())) return { state: 'unsure', detail: 'connection' }
    return verdict
  }
}

/** Whether a name that is known to exist can be resolved. */
export async function canResolveName(name: string, servers?: readonly string[]): Promise<boolean> {
  return resolveName(name, servers).then(
    () => true,
    () => false,
  )
}

/** How a host shows a page that it does not have. */
export async function findMissingPage(origin: string, options: PatientOptions): Promise<PageLooks | null> {
  const { answer } = await follow(new URL(`/${randomBytes(12).toString('hex')}`, origin), 'GET', options)
  return answer.status === 200 && answer.html !== '' ? looksOf(answer.html) : null
}

async function follow(
  start: URL,
  method: 'HEAD' | 'GET',
  options: PatientOptions,
): Promise<{ answer: Answer; url: URL }> {
  let url = new URL(start)
  url.hash = ''
  for (let hops = 0; hops <= MAX_REDIRECTS; hops++) {
    const answer = await askServer(url, method, options)
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

/** A server that leaves HEAD without an answer may know GET. */
function ignoreUnlessCertain(error: unknown): null {
  if (verdictOf(error).state === 'dead' || error instanceof PrivateAddressError) throw error
  return null
}

async function isMissingInside(
  asked: URL,
  { html }: Answer,
  findMissing: (origin: string) => Promise<PageLooks | null>,
): Promise<Verdict | null> {
  if (html === '') return null
  const looks = looksOf(html)
  if (saysMissing(looks)) return { state: 'soft_dead', detail: 'text' }
  if (!isDeep(asked)) return null
  // A host that does not tell is not held against its page.
  const missing = await findMissing(asked.origin).catch(() => null)
  return missing && isSamePage(looks, missing) ? { state: 'soft_dead', detail: 'same' } : null
}

const isDeep = ({ pathname, search }: URL) => pathname.length > 1 || search !== ''
const isHome = ({ pathname, search }: URL) =>
  search === '' && /^\/(?:[a-z]{2}(?:-[a-z]{2})?\/?|index\.\w+)?$/i.test(pathname)

function verdictOf(error: unknown): Verdict {
  if (error instanceof PrivateAddressError) return { state: 'unsure', detail: 'private' }
  const { code = '', name = '' } = error as NodeJS.ErrnoException
  if (DEAD_CODES.has(code)) return { state: 'dead', detail: code === 'ECONNREFUSED' ? 'refused' : 'name' }
  return { state: 'unsure', detail: name === 'TimeoutError' || name === 'AbortError' ? 'time' : 'connection' }
}
