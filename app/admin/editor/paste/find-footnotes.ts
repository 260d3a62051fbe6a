/** What documents write as a reference: a number, a letter or a sign, often in brackets. */
const REFERENCE = /^[[(]?(?:\d{1,4}|[a-z]{1,4}|[*†‡§¶]{1,3})[\])]?$/iu
const MAX_FOOTNOTES = 1_000
/** How many elements may be between a link and the element to which the link back leads. */
const MAX_AROUND = 3
/** What contains the text of a footnote, in word processors and on web pages. */
const NOTES = 'li, dd, td, p, div, aside'
/** What contains all of them. */
const LISTS = '[data-footnotes], .footnotes, [role="doc-endnotes"]'
const LINKS = 'a[href*="#"]'
const HEADINGS = 'h1, h2, h3, h4, h5, h6'
/** Marks a reference with its label. */
export const FOOTNOTE = 'data-footnote'

/** A footnote that was taken out of a document. */
export interface FoundFootnote {
  label: string
  text: Element
}

interface Note {
  label: string
  references: Element[]
  /** Its links to the references. */
  back: Element[]
}

/**
 * Takes the footnotes out of a document: a short link leads to a text further down, from which a link leads back to the first. Word, Google
 * Docs, GitHub and Wikipedia write them so. `isTaken` says which labels the article has already; what is defined twice is not shown.
 */
export function findFootnotes(body: HTMLElement, isTaken: (label: string) => boolean): FoundFootnote[] {
  for (const element of body.querySelectorAll(`[${FOOTNOTE}]`)) element.removeAttribute(FOOTNOTE)
  const links = [...body.querySelectorAll(LINKS)]
  if (links.length < 2) return []
  const notes = readNotes(body, links)
  let number = 0
  for (const note of notes.values()) {
    do number++
    while (isTaken(String(number)))
    note.label = String(number)
  }
  for (const { back } of notes.values())
    for (const link of back) (link.closest('.mw-cite-backlink') ?? outermost(link)).remove()
  // A reference may be in another footnote.
  for (const { references, label } of notes.values())
    for (const link of references) writeReference(link, label)
  const found = [...notes].map(([element, { label }]) => ({ label, text: takeNote(element, body) }))
  for (const list of body.querySelectorAll(LISTS))
    if ([...list.children].every((child) => isEmpty(child) || child.matches(HEADINGS))) list.remove()
  return found
}

/** The footnotes by the elements of their texts, in the order of their first references. */
function readNotes(body: HTMLElement, links: Element[]): Map<Element, Note> {
  const places = new Map([...body.querySelectorAll('*')].map((element, place) => [element, place]))
  const isBefore = (one: Element, other: Element) => (places.get(one) ?? 0) < (places.get(other) ?? 0)
  const targets = targetsOf(body)
  const targetOf = (link: Element) => targets.get(fragmentOf(link))
  const marks = links.filter((link) => REFERENCE.test(link.textContent.trim()))
  const marked = new Set(marks.map(targetOf))
  /** What links back from each possible footnote, with the elements to which it leads. */
  const known = new Map<Element, { back: Element[]; origins: Set<Element> }>()
  const linksBack = (element: Element) => {
    const found = known.get(element) ?? { back: [], origins: new Set() }
    if (known.has(element)) return found
    known.set(element, found)
    if (element.querySelector(HEADINGS)) return found
    for (const link of element.querySelectorAll(LINKS)) {
      const origin = targetOf(link)
      if (!origin || !isBefore(origin, element)) continue
      found.back.push(link)
      found.origins.add(origin)
    }
    // Nothing but links is no text.
    const text = found.back.reduce((length, link) => length + link.textContent.trim().length, 0)
    if (element.textContent.replace(/\s/g, '').length <= text) found.origins.clear()
    return found
  }

  const notes = new Map<Element, Note>()
  for (const link of marks) {
    const target = targetOf(link)
    if (!target || !isBefore(link, target)) continue
    const element = noteAround(target, marked)
    if (!element || element.contains(link)) continue
    const note = notes.get(element)
    const { back, origins } = linksBack(element)
    if (note) note.references.push(link)
    else if (notes.size < MAX_FOOTNOTES && around(link).some((one) => origins.has(one)))
      notes.set(element, { label: '', references: [link], back })
  }
  return notes
}

/** Elements by their ids and names; of two with the same, the first counts, as in browsers. */
function targetsOf(body: HTMLElement): Map<string, Element> {
  const targets = new Map<string, Element>()
  for (const element of body.querySelectorAll('[id], a[name]')) {
    for (const name of [element.id, element.getAttribute('name')])
      if (name && !targets.has(name)) targets.set(name, element)
  }
  return targets
}

/** Addresses become absolute when a part of a page is copied. */
function fragmentOf(link: Element): string {
  const href = link.getAttribute('href') ?? ''
  const fragment = href.slice(href.indexOf('#') + 1)
  try {
    return decodeURIComponent(fragment)
  } catch {
    return fragment
  }
}

/** The text of a footnote that begins at an element; all its paragraphs, if they are in an element of their own. */
function noteAround(target: Element, marked: ReadonlySet<Element | undefined>): Element | null {
  const element = target.closest(NOTES)
  const outer = element?.parentElement
  const isFirst = element !== null && outer?.firstElementChild === element
  if (!isFirst || !outer.matches('div, li, dd, aside') || outer.matches(LISTS)) return element
  const others = [...outer.querySelectorAll('[id], a[name]')].filter((one) => !element.contains(one))
  return others.some((one) => marked.has(one)) ? element : outer
}

/** A link with what is in it and closely around it. */
function around(link: Element): Element[] {
  const elements = [link, ...link.querySelectorAll('[id], a[name]')]
  for (let outer = link.parentElement; outer && elements.length <= MAX_AROUND; outer = outer.parentElement)
    elements.push(outer)
  return elements
}

/** A link with the elements that have no other text than its. */
function outermost(link: Element): Element {
  let mark = link
  for (let outer = mark.parentElement; outer?.matches('sup, span, b, strong, i, em'); ) {
    if (outer.textContent.trim() !== mark.textContent.trim()) break
    mark = outer
    outer = mark.parentElement
  }
  return mark
}

function writeReference(link: Element, label: string): void {
  const reference = link.ownerDocument.createElement('sup')
  reference.setAttribute(FOOTNOTE, label)
  reference.textContent = label
  outermost(link).replaceWith(reference)
}

/** Takes the text of a footnote out of the document, with what was around it if nothing is left there. */
function takeNote(element: Element, body: HTMLElement): Element {
  let outer = element.parentElement
  element.remove()
  while (outer && outer !== body && isEmpty(outer)) {
    const empty = outer
    outer = empty.parentElement
    empty.remove()
  }
  return element
}

const isEmpty = (element: Element) => element.textContent.trim() === '' && !element.querySelector('img')
