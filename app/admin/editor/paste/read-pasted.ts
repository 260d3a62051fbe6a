import { VOID } from '#core/from-html/elements.ts'
import type { HtmlEvent } from '#core/from-html/html-events.ts'
import type { Language } from '#core/i18n/languages.ts'
import { isQuoted, quotationMarks } from '#core/i18n/quotation-marks.ts'
import { raiseText } from '#core/markdown/raised-text.ts'

/** Elements that plain text would lose. */
const FORMATTED =
  'a[href], b, blockquote, code, del, em, h1, h2, h3, h4, h5, h6, hr, i, img, li, pre, q, s, strike, strong, sub, sup, table'

/**
 * Reads a document made of pasted HTML, which must not be the document of a page; the document is changed. Null when plain text loses
 * nothing, or when the document is too large. The language is that of quotation marks.
 */
export function readPasted(document: Document, language: Language = 'en'): HtmlEvent[] | null {
  const { body } = document
  if (!isBounded(body) || isFromCodeEditor(body)) return null
  cleanHtml(document, language)
  return body.querySelector(FORMATTED) ? [...eventsOf(body)] : null
}

/** Code editors copy coloured lines, of which only the text is wanted. */
function isFromCodeEditor(body: HTMLElement): boolean {
  const [first, ...others] = [...body.children].filter(({ localName }) => localName !== 'meta')
  return others.length === 0 && first?.localName === 'div' && /white-space:\s*pre\b(?!-)/.test(styleOf(first))
}

export function* eventsOf(parent: Node): Iterable<HtmlEvent> {
  for (const node of parent.childNodes) {
    if (node.nodeType === node.TEXT_NODE) yield { type: 'text', text: node.nodeValue ?? '' }
    if (node.nodeType !== node.ELEMENT_NODE) continue
    const element = node as Element
    // Quotations have their marks already.
    const name = element.localName === 'q' ? 'span' : element.localName
    const attributes = new Map([...element.attributes].map((attribute) => [attribute.name, attribute.value]))
    yield { type: 'open', name, attributes }
    yield* eventsOf(element)
    if (!VOID.has(name)) yield { type: 'close', name }
  }
}

const MAX_LEVEL = 9

/** Converts the styles and classes of word processors to elements, and removes hidden parts. The language is that of quotation marks. */
function cleanHtml(document: Document, language: Language): void {
  const { body } = document
  removeComments(body)
  for (const element of body.querySelectorAll('style, script, meta, link, title, template, xml'))
    element.remove()
  for (const element of body.querySelectorAll('[style]')) {
    if (/(?<![\w-])display:\s*none|mso-hide:\s*all/i.test(styleOf(element))) element.remove()
  }
  makeWordLists(document)
  for (const title of body.querySelectorAll('p.MsoTitle')) rename(title, 'h1')
  makeQuotations(body, language)
  for (const link of body.querySelectorAll('a[href]')) unwrapRedirect(link)
  for (const element of body.querySelectorAll('b, strong, i, em')) {
    if (/(?<![\w-])font-(?:weight:\s*(?:normal|[1-4]00)|style:\s*normal)/i.test(styleOf(element)))
      unwrap(element)
  }
  for (const element of body.querySelectorAll('sup, sub, span')) raise(element)
  for (const span of body.querySelectorAll('span, font')) applyStyle(span)
  for (const list of body.querySelectorAll('ul > ul, ul > ol, ol > ul, ol > ol')) {
    // Google Docs puts lists beside the item that they belong to.
    const item = list.previousElementSibling
    if (item?.localName === 'li') item.append(list)
  }
  demoteHeadings(body)
  body.normalize()
}

function removeComments(root: Node): void {
  for (const node of [...root.childNodes]) {
    if (node.nodeType === node.COMMENT_NODE) node.parentNode?.removeChild(node)
    else removeComments(node)
  }
}

/** Powers and indices, which Markdown does not have, become characters; references to footnotes are links and stay. */
function raise(element: Element): void {
  const [, direction] = /(?<![\w-])vertical-align:\s*(su(?:per|b))/i.exec(styleOf(element)) ?? []
  const name = element.localName === 'span' ? direction?.toLowerCase().slice(0, 3) : element.localName
  if ((name !== 'sup' && name !== 'sub') || element.children.length > 0 || element.closest('a')) return
  const text = element.textContent
  const raised = raiseText(text.trim(), name)
  if (raised === text.trim()) return
  element.textContent = raised
  if (element.localName === 'span') rename(element, name)
}

function applyStyle(span: Element): void {
  const style = styleOf(span)
  const names = [
    ...(/(?<![\w-])font-weight:\s*(?:bold|[6-9]00)/i.test(style) &&
    !span.closest('h1, h2, h3, h4, h5, h6, b, strong, th')
      ? ['strong']
      : []),
    ...(/(?<![\w-])font-style:\s*italic/i.test(style) && !span.closest('i, em') ? ['em'] : []),
    ...(/(?<![\w-])text-decoration[^;]*line-through/i.test(style) && !span.closest('del, s, strike')
      ? ['del']
      : []),
  ]
  for (const name of names) {
    const element = span.ownerDocument.createElement(name)
    element.append(...span.childNodes)
    span.append(element)
  }
}

/** The styles Quote, Intense Quote and Block Text of Word. */
const WORD_QUOTE = 'p[class^="MsoQuote"], p[class^="MsoIntenseQuote"], p[class^="MsoBlockText"]'

/** Quotations of Word become such, those in cells lines of their own, and `q` gets the marks that browsers draw around it. */
function makeQuotations(body: HTMLElement, language: Language): void {
  for (const paragraph of body.querySelectorAll(WORD_QUOTE)) {
    const before = paragraph.previousElementSibling
    const isNext = before?.hasAttribute(MADE) === true
    const quotation = isNext ? before : paragraph.ownerDocument.createElement('blockquote')
    quotation.setAttribute(MADE, '')
    if (!isNext) paragraph.before(quotation)
    quotation.append(paragraph)
  }
  for (const cell of body.querySelectorAll('td blockquote, th blockquote')) {
    // A table with one cell is a frame around a text.
    if ((cell.closest('table')?.querySelectorAll('td, th').length ?? 0) > 1) rename(cell, 'q')
  }
  for (const bare of [...body.querySelectorAll('q')].filter(hasNoMarks)) {
    let depth = 0
    for (let around = bare.parentElement; around; around = around.parentElement)
      if (around.localName === 'q') depth++
    const [open, close] = quotationMarks(language, depth)
    const paragraphs = [...bare.children].filter(({ localName }) => localName === 'p')
    ;(paragraphs[0] ?? bare).prepend(open)
    ;(paragraphs.at(-1) ?? bare).append(close)
  }
}

/** Marks what was made of paragraphs of Word. */
const MADE = 'data-word-quote'

function hasNoMarks(quotation: Element): boolean {
  const { textContent, previousSibling, nextSibling } = quotation
  return !isQuoted(textContent, previousSibling?.textContent?.at(-1), nextSibling?.textContent?.at(0))
}

/** Google Docs wraps links in a redirect. */
function unwrapRedirect(link: Element): void {
  const url = URL.parse(link.getAttribute('href') ?? '')
  const target =
    url?.hostname === 'www.google.com' && url.pathname === '/url' ? url.searchParams.get('q') : null
  if (target) link.setAttribute('href', target)
}

/** Demotes headings, because the title of the page is the only h1. */
function demoteHeadings(body: HTMLElement): void {
  if (!body.querySelector('h1')) return
  for (const heading of [...body.querySelectorAll('h1, h2, h3, h4, h5')]) {
    rename(heading, `h${Number(heading.localName.slice(1)) + 1}`)
  }
}

function rename(element: Element, name: string): void {
  const renamed = element.ownerDocument.createElement(name)
  renamed.append(...element.childNodes)
  element.replaceWith(renamed)
}

function unwrap(element: Element): void {
  element.replaceWith(...element.childNodes)
}

/** Word writes items of lists as paragraphs with a level in their style, and the marker as text. */
function makeWordLists(document: Document): void {
  let open: Element[] = []
  let last: Element | null = null
  for (const paragraph of [
    ...document.body.querySelectorAll('p[style*="mso-list"], li[style*="mso-list"]'),
  ]) {
    const level = levelOf(paragraph)
    if (paragraph.localName !== 'p' || level === 0) continue
    const { marker, isOrdered } = takeMarker(paragraph)
    if (last === null || last.nextElementSibling !== paragraph) open = []
    open.length = Math.min(open.length, level)
    const name = isOrdered ? 'ol' : 'ul'
    if (open.length === level && open.at(-1)?.localName !== name) open.pop()
    while (open.length < level) open.push(openList(paragraph, open.at(-1), { name, marker }))
    const item = document.createElement('li')
    item.append(...paragraph.childNodes)
    open.at(-1)?.append(item)
    last = open[0] ?? null
    paragraph.remove()
  }
}

function levelOf(paragraph: Element): number {
  const level = Number(/mso-list:[^;]*\blevel(\d)/i.exec(styleOf(paragraph))?.[1] ?? 0)
  return Math.min(level, MAX_LEVEL)
}

function takeMarker(paragraph: Element): { marker: string; isOrdered: boolean } {
  const span = paragraph.querySelector('span[style*="mso-list:Ignore"], span[style*="mso-list: Ignore"]')
  const marker = (span?.textContent ?? '').replace(/\s/g, '')
  span?.remove()
  // A single o is a bullet of the second level.
  return { marker, isOrdered: /^\(?(?:\d{1,4}|[a-z]{1,4})[.)]/i.test(marker) }
}

/** A new list: in the last item of the list around it, or before the paragraph that becomes its first item. */
function openList(
  paragraph: Element,
  around: Element | undefined,
  { name, marker }: { name: string; marker: string },
) {
  const list = paragraph.ownerDocument.createElement(name)
  const number = /^\(?(\d{1,4})/.exec(marker)?.[1]
  if (name === 'ol' && number) list.setAttribute('start', number)
  if (!around) paragraph.before(list)
  else {
    const item = around.lastElementChild ?? around.appendChild(paragraph.ownerDocument.createElement('li'))
    item.append(list)
  }
  return list
}

/** Limits the time of the regular expressions. */
const MAX_LENGTH = 5_000

function styleOf(element: Element): string {
  return (element.getAttribute('style') ?? '').slice(0, MAX_LENGTH)
}

/** Larger pastes are pasted as plain text. */
const MAX_HTML_LENGTH = 2_000_000
const MAX_ELEMENTS = 20_000
const MAX_DEPTH = 200

/**
 * Tells whether a browser parses this fast. Unclosed elements take quadratic time: minutes for a hundred thousand, during which the tab
 * hangs.
 */
export function isQuickToParse(html: string): boolean {
  return html.length <= MAX_HTML_LENGTH && (html.match(/<[a-z]/gi)?.length ?? 0) <= MAX_ELEMENTS
}

/** True for a document that has no more elements, and is nested no deeper, than are read one in another. */
export function isBounded(body: HTMLElement): boolean {
  if (body.querySelectorAll('*').length > MAX_ELEMENTS) return false
  let depth = 0
  let node: Node | null = body
  // Walks without recursion, because the depth is unbounded.
  while (node) {
    if (node.firstChild) {
      if (++depth > MAX_DEPTH) return false
      node = node.firstChild
    } else {
      while (node && node !== body && !node.nextSibling) {
        node = node.parentNode
        depth--
      }
      node = node === body ? null : (node?.nextSibling ?? null)
    }
  }
  return true
}
