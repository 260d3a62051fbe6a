import { cleanHtml, styleOf } from '#app/admin/editor/paste/clean-html.ts'
import { isBounded } from '#app/admin/editor/paste/paste-limits.ts'
import { VOID } from '#core/from-html/elements.ts'
import type { HtmlEvent } from '#core/from-html/html-events.ts'
import type { Language } from '#core/i18n/languages.ts'

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
