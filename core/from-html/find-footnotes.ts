import { VOID } from '#core/from-html/elements.ts'
import type { Attributes, HtmlEvent } from '#core/from-html/html-events.ts'

/** The footnotes of a document, by the places of their events. */
export interface Footnotes {
  /** Opening tags of links and other marks that refer to a footnote, with its label. */
  references: ReadonlyMap<number, string>
  /** Opening tags of elements that contain a footnote. */
  notes: ReadonlyMap<number, string>
  /** Opening tags of links back, and of the heading and the line above footnotes. */
  left: ReadonlySet<number>
}

/** The forms of a reference: a number, a letter or a sign, often in brackets. */
const REFERENCE =
  /^[[({\s]*(?:\d{1,4}|[\u00b9\u00b2\u00b3\u2070-\u2079]{1,4}|[a-z]{1,4}|[*†‡§¶#]{1,3})[\])}.\s]*$/iu
const MAX_NOTES = 1_000
/** The most elements between a link and the one whose id it replaces. */
const MAX_AROUND = 4
const CONTAINERS = /^(?:li|dd|p|div|aside|td)$/
const MAX_OPEN = 200
/** The most events of a footnote, or of the text of a reference, that are looked at. */
const MAX_EVENTS = 2_000

interface OpenElement {
  name: string
  id: string
  index: number
  attributes: Attributes
}

interface FragmentLink {
  index: number
  target: string
  /** The ids of the link, of the elements closely around it, from the inside, and of those in it. */
  ids: { id: string; index: number }[]
  /** The opening tag of the nearest element that can contain a footnote, and of the one around that. */
  container: number | null
  outer: number | null
  /** The opening tag of the part that is left out with a link back. */
  mark: number
}

/**
 * Finds footnotes: a short link leads to a later text, from which a link leads back. Word, Google Docs, Wikipedia, WordPress, Ghost,
 * Substack and the usual Markdown programs write them so. `isTaken` is true for a label that exists already.
 */
export function findFootnotes(
  events: readonly HtmlEvent[],
  isTaken: (label: string) => boolean = () => false,
): Footnotes {
  const links = fragmentLinks(events)
  const byId = new Map<string, FragmentLink>()
  for (const link of links) for (const { id } of link.ids) if (!byId.has(id)) byId.set(id, link)
  const references = new Map<number, string>()
  const notes = new Map<number, string>()
  const left = new Set<number>()
  const labels = new Map<string, string>()
  const targets = new Set(links.map(({ target }) => target))
  const places = new Set(links.map(({ index }) => index))
  let number = 0
  let tries = 0
  for (const link of links) {
    const known = labels.get(link.target)
    if (known !== undefined) {
      references.set(link.index, known)
      continue
    }
    const returning = links.length > 1 ? returnOf(link, byId) : undefined
    if (!returning || left.has(link.index) || notes.size >= MAX_NOTES) continue
    if (++tries > 2 * MAX_NOTES || !REFERENCE.test(textAt(events, link.index))) continue
    const holder = holderOf(returning, link.target, events, targets)
    if (holder === null || notes.has(holder) || holder < link.index || !isNote(events, holder, places))
      continue
    do number++
    while (isTaken(String(number)))
    const label = String(number)
    labels.set(link.target, label)
    references.set(link.index, label)
    notes.set(holder, label)
    left.add(returning.mark)
  }
  // Several references have several links back.
  for (const link of links)
    if (!references.has(link.index) && [...link.ids].some(({ index }) => notes.has(index)))
      left.add(link.mark)
  if (notes.size > 0) for (const index of titlesOfNotes(events, notes)) left.add(index)
  return { references, notes, left }
}

/** The link in the footnote that leads back to a reference. */
function returnOf(link: FragmentLink, byId: ReadonlyMap<string, FragmentLink>): FragmentLink | undefined {
  const returning = byId.get(link.target)
  const leadsBack = returning && link.ids.some(({ id }) => id === returning.target)
  return leadsBack && returning.index > link.index ? returning : undefined
}

/** The element that contains the footnote: the one of that id, or around a link of that id, with all its paragraphs. */
function holderOf(
  { ids, index, container, outer }: FragmentLink,
  target: string,
  events: readonly HtmlEvent[],
  targets: ReadonlySet<string>,
): number | null {
  const own = ids.find(({ id }) => id === target)
  if (own && own.index !== index) return own.index
  return outer !== null && isAlone(events, outer, target, targets) ? outer : container
}

/** Returns true for an element that has one footnote, and nothing before it. */
function isAlone(
  events: readonly HtmlEvent[],
  outer: number,
  target: string,
  targets: ReadonlySet<string>,
): boolean {
  const inside = contentOf(events, outer)
  const first = inside.find(
    (event) => event.type !== 'comment' && (event.type !== 'text' || event.text.trim() !== ''),
  )
  return (
    first?.type === 'open' &&
    inside.every((event) => {
      const id = event.type === 'open' ? idOf(event.attributes) : ''
      return id === '' || id === target || !targets.has(id)
    })
  )
}

/** Returns true for an element that has words beside the links of footnotes, and no heading, as sections have. */
function isNote(events: readonly HtmlEvent[], holder: number, links: ReadonlySet<number>): boolean {
  const first = events[holder]
  if (first?.type !== 'open' || isHeading(first)) return false
  let hasWords = false
  let inLink = false
  for (const [n, event] of contentOf(events, holder).entries()) {
    if (isHeading(event)) return false
    if (event.type === 'open' && event.name === 'a') inLink = links.has(holder + 1 + n)
    else if (event.type === 'close' && event.name === 'a') inLink = false
    else if (event.type === 'text' && !inLink) hasWords ||= /[\p{L}\p{N}]/u.test(event.text)
    else if (event.type === 'open' && event.name === 'img') hasWords = true
  }
  return hasWords
}

const isHeading = (event: HtmlEvent) => event.type === 'open' && /^h[1-6]$/.test(event.name)

/** The content of an element, or its beginning. */
function contentOf(events: readonly HtmlEvent[], index: number): readonly HtmlEvent[] {
  const first = events[index]
  const name = first?.type === 'open' ? first.name : ''
  let depth = 1
  let at = index + 1
  for (; at < events.length && at <= index + MAX_EVENTS; at++) {
    const event = events[at]
    if (event?.type === 'open' && event.name === name) depth++
    else if (event?.type === 'close' && event.name === name && --depth === 0) break
  }
  return events.slice(index + 1, at)
}

function textAt(events: readonly HtmlEvent[], index: number): string {
  let text = ''
  for (let at = index + 1; at < index + MAX_AROUND * 5; at++) {
    const event = events[at]
    if (!event || (event.type === 'close' && event.name === 'a')) break
    if (event.type === 'text') text += event.text.slice(0, 20)
  }
  return text
}

/** The heading and the line in the container of all footnotes. */
function titlesOfNotes(events: readonly HtmlEvent[], notes: ReadonlyMap<number, string>): number[] {
  const titles: number[] = []
  let list: { name: string; depth: number; found: number[]; hasNotes: boolean } | null = null
  for (const [index, event] of events.entries()) {
    if (event.type === 'open' && !list && containsNotes(event.attributes))
      list = { name: event.name, depth: 0, found: [], hasNotes: false }
    if (!list) continue
    if (event.type === 'open') {
      if (event.name === list.name) list.depth += 1
      if (event.name === 'hr' || isHeading(event)) list.found.push(index)
      list.hasNotes ||= notes.has(index)
    } else if (event.type === 'close' && event.name === list.name && --list.depth === 0) {
      if (list.hasNotes) titles.push(...list.found)
      list = null
    }
  }
  return titles
}

function containsNotes(attributes: Attributes): boolean {
  return (
    attributes.has('data-footnotes') ||
    attributes.get('role') === 'doc-endnotes' ||
    /(?:^|\s)footnotes(?:\s|$)/.test(attributes.get('class') ?? '') ||
    /mso-element:\s*(?:foot|end)note-list/.test((attributes.get('style') ?? '').slice(0, 1_000))
  )
}

const idOf = (attributes: Attributes) => attributes.get('id') ?? attributes.get('name') ?? ''

function fragmentLinks(events: readonly HtmlEvent[]): FragmentLink[] {
  const open: OpenElement[] = []
  const links: FragmentLink[] = []
  for (const [index, event] of events.entries()) {
    if (event.type === 'close') {
      const at = open.findLastIndex(({ name }) => name === event.name)
      if (at !== -1) open.length = at
    }
    if (event.type !== 'open') continue
    const { name, attributes } = event
    const id = idOf(attributes)
    const last = links.at(-1)
    if (id && last && open.some((element) => element.index === last.index)) last.ids.push({ id, index })
    if (!VOID.has(name) && open.length < MAX_OPEN) open.push({ name, id, index, attributes })
    const target = name === 'a' ? fragmentOf(attributes.get('href') ?? '') : ''
    if (target) links.push(fragmentLink(open, { index, target }))
  }
  return links
}

function fragmentLink(
  open: OpenElement[],
  { index, target }: { index: number; target: string },
): FragmentLink {
  const ids = open
    .slice(-MAX_AROUND - 1)
    .filter((element) => element.id !== '')
    .reverse()
  const at = open.findLastIndex(({ name }) => CONTAINERS.test(name))
  const around = open[at - 1]
  const isOuter = around && /^(?:div|li|dd|aside)$/.test(around.name) && !containsNotes(around.attributes)
  const backlink = open.findLast(({ attributes }) =>
    /\bmw-cite-backlink\b/.test(attributes.get('class') ?? ''),
  )
  return {
    index,
    target,
    ids,
    container: open[at]?.index ?? null,
    outer: isOuter ? around.index : null,
    mark: backlink?.index ?? index,
  }
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
