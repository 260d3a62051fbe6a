import type { FeedFailure, Reservation } from '#core/domain/news-feed.ts'
import { type ReadPage, readPage } from '#server/features/newsroom/pages/read-page.ts'
import { findReservation, requireAllowed } from '#server/features/newsroom/reservations/find-reservation.ts'
import type { Services } from '#server/features/services.ts'
import { decodePage } from '#server/platform/documents/decode-page.ts'
import { DocumentError, type FetchedDocument } from '#server/platform/links/request-document.ts'
import { inTextProcess } from '#server/platform/process/off-turn.ts'

export type PageDeps = Pick<Services, 'documents' | 'hostRules' | 'log'>

const READING_MS = 10_000

export interface FetchedPage {
  /** The rights that its publisher reserves; then only the title of the page may be kept. */
  reservation: Reservation | null
  page: ReadPage
  /** The address that answered, after redirects. */
  url: string
  etag: string
  lastModified: string
}

interface Asked {
  /** Sentences that are looked for. */
  sentences?: readonly string[]
  /** Of the answer before: an unchanged page is not sent again. */
  etag?: string | null
  lastModified?: string | null
  signal?: AbortSignal
}

/**
 * Asks another publication for one of its pages, and reads it. Null when it has not changed since the answer before.
 * @throws ItemTextError
 */
export async function fetchPage(
  deps: PageDeps,
  address: string,
  { sentences = [], ...conditions }: Asked = {},
): Promise<FetchedPage | null> {
  const answer = await request(deps, address, conditions)
  const { status, headers, body, url } = answer
  if (status === 304) return null
  requirePage(answer)
  const contentType = headers['content-type']
  const source = decodePage(body, contentType)
  const reservation = await withTextErrors(() => findReservation(deps, url, { headers, html: source }))
  const isPlain = /^\s*text\/plain\b/i.test(contentType) && !/^\s*<(?:!doctype|html)\b/i.test(source)
  const page = await readApart(deps, { source, isPlain, sentences })
  if (!page) throw new ItemTextError('too_complex')
  return { reservation, page, url, etag: headers.etag, lastModified: headers['last-modified'] }
}

/** Null for a page that takes too much time or memory. */
function readApart({ log }: PageDeps, page: Parameters<typeof readPage>[0]): Promise<ReadPage | null> {
  const place = 'server/features/newsroom/pages/read-page.ts#readPage'
  return inTextProcess(place, readPage, [page], { timeoutMs: READING_MS }).catch((error: unknown) => {
    log.info(`A page could not be read: ${error instanceof Error ? error.message : String(error)}`)
    return null
  })
}

function request(
  deps: PageDeps,
  address: string,
  conditions: Omit<Asked, 'sentences'>,
): Promise<FetchedDocument> {
  return withTextErrors(async () => {
    await requireAllowed(deps, new URL(address))
    return deps.documents.request(address, {
      accept: 'text/html,application/xhtml+xml,text/plain;q=0.5',
      onRedirect: (next) => requireAllowed(deps, next),
      ...conditions,
    })
  })
}

async function withTextErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof DocumentError) throw new ItemTextError(error.failure, error.detail, { cause: error })
    throw error
  }
}

function requirePage({ status, headers, body }: FetchedDocument): void {
  if (status === 404 || status === 410) throw new ItemTextError('gone', String(status))
  if (status !== 200) throw new ItemTextError('status', String(status))
  const type = headers['content-type'].trim()
  const isPage = type === '' ? /^\s*</.test(body.toString('latin1', 0, 200)) : PAGE_TYPES.test(type)
  if (!isPage) throw new ItemTextError('not_a_page', type.slice(0, 60))
}

const PAGE_TYPES = /^(?:text\/(?:html|plain)|application\/xhtml\+xml)\b/i

/** The reason why there is no text of an item. */
type ItemTextProblem =
  | FeedFailure
  | 'unknown'
  | 'reserved'
  | 'text_gone'
  | 'not_a_page'
  | 'no_text'
  | 'too_complex'

/** There is no text of an item, with what it is about, such as a status. */
export class ItemTextError extends Error {
  override name = 'ItemTextError'
  readonly problem: ItemTextProblem
  readonly detail: string

  constructor(problem: ItemTextProblem, detail = '', options?: ErrorOptions) {
    super(detail ? `${problem}: ${detail}` : problem, options)
    this.problem = problem
    this.detail = detail
  }
}

const PASTE = 'Open it in your browser and paste its text instead.'

/** Sentences that say what an editor can do about it. */
const SENTENCES: Record<ItemTextProblem, string> = {
  unknown: 'There is no such item any more.',
  reserved: `Its publisher reserves it from programs, so only its title and address are kept. ${PASTE}`,
  text_gone: 'Texts are kept for 30 days, and this one was pasted earlier. Paste it again.',
  not_a_page: `What is there is no page with a text, but a file. ${PASTE}`,
  no_text: `No text was found on this page: it may be a list of links, or be made in the browser. ${PASTE}`,
  too_complex: `This page is too large or too nested to be read. ${PASTE}`,
  name: 'There is no server of this name. Check the address.',
  private: 'This address leads into a private network, so it is not asked. Paste the text instead.',
  connection: 'The server cannot be reached, or broke off. Try again in a moment, or paste the text instead.',
  timeout: 'The server took too long. Try again in a moment, or paste the text instead.',
  redirects: `The server passes on from one address to the next without an end. ${PASTE}`,
  status: `The server does not give the page away. ${PASTE}`,
  gone: 'There is no page at this address any more.',
  too_large: `The page has more than 2 MB. ${PASTE}`,
  not_a_feed: `What is there is no page. ${PASTE}`,
  broken: `What the server sends cannot be read. ${PASTE}`,
  forbidden: `The server asks programs to stay away from this page (robots.txt). ${PASTE}`,
}

/** The sentence for a person, with the status of the server where there was one. */
export function describeTextProblem({ problem, detail }: ItemTextError): string {
  const said = /^[45]\d\d$/.test(detail) ? ` It answered with the status ${detail}.` : ''
  return SENTENCES[problem] + said
}
