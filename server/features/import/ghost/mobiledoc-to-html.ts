import type { HtmlOptions } from '#core/from-html/html-events.ts'
import { cardToHtml } from '#server/features/import/ghost/cards-to-html.ts'
import { escapeHtml } from '#server/platform/documents/html/html-to-text.ts'
import { isObject, listField } from '#server/platform/documents/json/json-fields.ts'
import type { Json, JsonObject } from '#server/platform/documents/json/record-reader.ts'

const [MARKUP, IMAGE, LIST, CARD] = [1, 2, 3, 10]
const TAGS = /^(?:p|h[1-6]|blockquote|aside|ul|ol|a|b|strong|i|em|s|del|u|code|sub|sup|mark|pull-quote)$/i

const list = (value: Json | undefined): Json[] => (Array.isArray(value) ? value : [])
const text = (value: Json | undefined): string => (typeof value === 'string' ? value : '')

/** Writes a document of Ghost's earlier editor as HTML for the converter; null when it is none. */
export function mobiledocToHtml(document: Json, report: HtmlOptions['report']): string | null {
  if (!isObject(document) || !Array.isArray(document.get('sections'))) return null
  return listField(document, 'sections')
    .map((section) => writeSection(list(section), document, report))
    .join('')
}

function writeSection(section: Json[], document: JsonObject, report: HtmlOptions['report']): string {
  const [type, second, third] = section
  if (type === MARKUP) return element(text(second), writeMarkers(list(third), document))
  if (type === IMAGE) return `<p><img src="${escapeHtml(text(second))}"></p>`
  if (type === LIST)
    return element(
      text(second),
      list(third)
        .map((item) => `<li>${writeMarkers(list(item), document)}</li>`)
        .join(''),
    )
  if (type !== CARD) return ''
  const [name, payload] = list(listField(document, 'cards')[Number(second)])
  return cardToHtml(text(name), isObject(payload) ? payload : new Map(), report)
}

/** Writes texts and atoms with the markups that open before them and close after them. */
function writeMarkers(markers: Json[], document: JsonObject): string {
  const markups = listField(document, 'markups')
  const open: string[] = []
  let html = ''
  for (const marker of markers) {
    const [type, opening, closing, value] = list(marker)
    for (const index of list(opening)) {
      const [written, attributes] = list(markups[Number(index)])
      const tag = TAGS.test(text(written)) ? text(written) : 'span'
      const at = list(attributes).indexOf('href')
      const href = at === -1 ? '' : ` href="${escapeHtml(text(list(attributes)[at + 1]))}"`
      html += `<${tag}${href}>`
      open.push(tag)
    }
    html +=
      type === 1 ? writeAtom(list(listField(document, 'atoms')[Number(value)])) : escapeHtml(text(value))
    for (let count = Math.min(Number(closing) || 0, open.length); count > 0; count--)
      html += `</${open.pop()}>`
  }
  while (open.length > 0) html += `</${open.pop()}>`
  return html
}

function writeAtom([name, value]: Json[]): string {
  return name === 'soft-return' ? '<br>' : escapeHtml(text(value))
}

function element(written: string, inner: string): string {
  const tag = TAGS.test(written) ? written.toLowerCase().replace(/^(?:aside|pull-quote)$/, 'blockquote') : 'p'
  return `<${tag}>${inner}</${tag}>`
}
