import { VOID } from '#server/features/import/html/elements.ts'
import type { HtmlEvent } from '#server/features/import/html/read-html.ts'

/** Where footnotes of a document are, by the places of their events. */
export interface Footnotes {
  /** Opening tags of links and other marks that refer to a footnote, with its label. */
  references: ReadonlyMap<number, string>
  /** Opening tags of elements that contain a footnote. */
  notes: ReadonlyMap<number, string>
  /** Opening tags of links back. */
  back: ReadonlySet<number>
}

const MAX_NOTES = 1_000
/** How many elements may be between a link and the one whose id it stands for. */
const MAX_AROUND = 4
const CONTAINERS = /^(?:li|dd|p|div|aside|td)$/
const MAX_OPEN = 200

interface FragmentLink {
  index: number
  target: string
  /** The ids of the link and of what is closely around it, from the inside. */
  ids: { id: string; index: number }[]
  /** The opening tag of the nearest element that can contain a footnote. */
  container: number | null
}

/**
 * Finds footnotes: a link leads to a later element, from which a link leads back. WordPress, Ghost, Substack and the usual Markdown
 * programs write them so.
 */
export function findFootnotes(events: readonly HtmlEvent[]): Footnotes {
  const links = fragmentLinks(events)
  const byId = new Map<string, FragmentLink>()
  for (const link of links) for (const { id } of link.ids) if (!byId.has(id)) byId.set(id, link)
  const references = new Map<number, string>()
  const notes = new Map<number, string>()
  const back = new Set<number>()
  const labels = new Map<string, string>()
  for (const link of links) {
    const known = labels.get(link.target)
    if (known !== undefined) {
      references.set(link.index, known)
      continue
    }
    const returning = links.length > 1 ? returnOf(link, byId) : undefined
    if (!returning || back.has(link.index) || notes.size >= MAX_NOTES) continue
    const holder = holderOf(returning, link.target)
    if (holder === null || notes.has(holder) || holder < link.index) continue
    const label = String(notes.size + 1)
    labels.set(link.target, label)
    references.set(link.index, label)
    notes.set(holder, label)
    back.add(returning.index)
  }
  // Several references have several links back.
  for (const link of links)
    if (!references.has(link.index) && [...link.ids].some(({ index }) => notes.has(index)))
      back.add(link.index)
  return { references, notes, back }
}

/** The link in the footnote that leads back to a reference. */
function returnOf(link: FragmentLink, byId: ReadonlyMap<string, FragmentLink>): FragmentLink | undefined {
  const returning = byId.get(link.target)
  const leadsBack = returning && link.ids.some(({ id }) => id === returning.target)
  return leadsBack && returning.index > link.index ? returning : undefined
}

/** The element that contains the footnote: the one of that id, or around a link of that id. */
function holderOf(returning: FragmentLink, target: string): number | null {
  const own = returning.ids.find(({ id }) => id === target)
  return own && own.index !== returning.index ? own.index : returning.container
}

function fragmentLinks(events: readonly HtmlEvent[]): FragmentLink[] {
  const open: { name: string; id: string; index: number }[] = []
  const links: FragmentLink[] = []
  for (const [index, event] of events.entries()) {
    if (event.type === 'close') {
      const at = open.findLastIndex(({ name }) => name === event.name)
      if (at !== -1) open.length = at
    }
    if (event.type !== 'open') continue
    const id = event.attributes.get('id') ?? event.attributes.get('name') ?? ''
    if (!VOID.has(event.name) && open.length < MAX_OPEN) open.push({ name: event.name, id, index })
    const target = event.name === 'a' ? fragmentOf(event.attributes.get('href') ?? '') : ''
    if (!target) continue
    const ids = open
      .slice(-MAX_AROUND - 1)
      .filter((element) => element.id !== '')
      .reverse()
    const container = open.findLast(({ name }) => CONTAINERS.test(name))?.index ?? null
    links.push({ index, target, ids, container: noteDivision(open, container) })
  }
  return links
}

/** Substack has a footnote's number beside its text, in an element around both. */
function noteDivision(open: { name: string; index: number }[], container: number | null): number | null {
  const paragraph = open.findLast(({ name }) => CONTAINERS.test(name))
  const around = open.findLast(({ name, index }) => name === 'li' && index < (container ?? 0))
  return paragraph?.name === 'p' && around ? around.index : container
}

function fragmentOf(href: string): string {
  const at = href.indexOf('#')
  if (at === -1 || href.length - at > 200) return ''
  try {
    return decodeURIComponent(href.slice(at + 1))
  } catch {
    return href.slice(at + 1)
  }
}
