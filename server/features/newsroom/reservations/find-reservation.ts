import type { Reservation } from '#core/domain/news-feed.ts'
import {
  type HostRules,
  MODEL_AGENTS,
  reservesMining,
} from '#server/features/newsroom/reservations/host-rules.ts'
import { readHtml } from '#server/platform/documents/html/read-html.ts'
import {
  DOCUMENT_AGENT,
  DocumentError,
  type DocumentHeaders,
} from '#server/platform/links/request-document.ts'

type Deps = { hostRules: HostRules }

/** An answer with what its publisher may have said in it. */
interface Answered {
  headers: DocumentHeaders
  /** For a page, of which elements in its beginning are read. */
  html?: string
}

/** In characters: what a page says of itself is in its head. */
const MAX_HEAD_LENGTH = 256 * 1024

/**
 * Tells why only title and link of what is at an address may be kept: its publisher reserves text and data mining (TDMRep), or asks
 * programs of language models to stay away. Null when nothing is reserved.
 * @throws DocumentError when robots.txt cannot be read
 */
export async function findReservation(
  { hostRules }: Deps,
  address: string,
  answered?: Answered,
): Promise<Reservation | null> {
  const url = new URL(address)
  const said = answered && (saidInHeaders(answered.headers) ?? saidInPage(answered.html ?? ''))
  if (said) return said
  const robots = await hostRules.robotsOf(url)
  if (MODEL_AGENTS.some((agent) => robots.names(agent) && !robots.allows(url, agent))) return 'robots'
  return reservesMining(await hostRules.tdmRulesOf(url), url) ? 'tdmrep' : null
}

/** @throws DocumentError when robots.txt keeps us from an address, or cannot be read */
export async function requireAllowed({ hostRules }: Deps, url: URL): Promise<void> {
  const robots = await hostRules.robotsOf(url)
  if (!robots.allows(url, DOCUMENT_AGENT)) throw new DocumentError('forbidden', 'robots.txt')
}

function saidInHeaders(headers: DocumentHeaders): Reservation | null {
  if (headers['tdm-reservation'].trim() === '1') return 'tdmrep'
  return saysNoAi(headers['x-robots-tag']) ? 'noai' : null
}

function saidInPage(html: string): Reservation | null {
  for (const event of readHtml(html.slice(0, MAX_HEAD_LENGTH))) {
    if (event.type !== 'open' || event.name !== 'meta') continue
    const name = event.attributes.get('name')?.trim().toLowerCase()
    const content = event.attributes.get('content') ?? ''
    if (name === 'tdm-reservation' && content.trim() === '1') return 'tdmrep'
    if ((name === 'robots' || name === DOCUMENT_AGENT.toLowerCase()) && saysNoAi(content)) return 'noai'
  }
  return null
}

/** Directives are separated by commas; one for a single agent begins with its name. */
const saysNoAi = (directives: string) => /(?:^|[,:])\s*noai\s*(?:,|$)/i.test(directives)
