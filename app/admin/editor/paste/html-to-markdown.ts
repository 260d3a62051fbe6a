import TurndownService from 'turndown'
import { imageMarkdown } from '#app/admin/editor/image/image-markdown.ts'
import { cleanHtml, styleOf } from '#app/admin/editor/paste/clean-html.ts'
import { FOOTNOTE, findFootnotes } from '#app/admin/editor/paste/find-footnotes.ts'
import { hasLongGap, isBounded } from '#app/admin/editor/paste/paste-limits.ts'
import { formatTable, MAX_COLUMNS } from '#app/admin/editor/table/markdown-table.ts'
import { isAllowedAddress, writeAddress } from '#app/admin/editor/text/link.ts'
import type { Language } from '#core/i18n/languages.ts'

export interface PastedMarkdown {
  text: string
  /** The definitions of its footnotes; empty when there are none. */
  footnotes: string
}

/**
 * The Markdown for a document made of pasted HTML, which must not be the document of a page; the document is changed. Null when
 * plain text loses nothing, or when the document is too large. `article` is the text into which it is pasted, and `language` its language.
 */
export function htmlToMarkdown(
  document: Document,
  { article = () => '', language = 'en' }: { article?: () => string; language?: Language | undefined } = {},
): PastedMarkdown | null {
  const { body } = document
  if (!isBounded(body) || hasLongGap(body) || isFromCodeEditor(body)) return null
  cleanHtml(document, language)
  if (!body.querySelector(FORMATTED)) return null
  const footnotes = findFootnotes(body, labelsIn(article)).map(
    ({ label, text }) => `[^${label}]: ${convert(text).replace(/\n(?=[^\n])/g, '\n    ')}`,
  )
  const text = convert(body)
  return text === '' ? null : { text, footnotes: footnotes.join('\n\n') }
}

function convert(element: Element): string {
  const markdown = service().turndown(element as HTMLElement)
  return markdown.replace(/\n(?:[ \t]*\n){2,}/g, '\n\n').trim()
}

/** Whether a text has a footnote of that label; the text is read when that is first asked. */
function labelsIn(article: () => string): (label: string) => boolean {
  let labels: Set<string> | undefined
  return (label) => {
    labels ??= new Set([...article().matchAll(/\[\^(\d{1,9})\]/g)].map(([, number = '']) => number))
    return labels.has(label)
  }
}

/** Elements that plain text would lose. */
const FORMATTED =
  'a[href], b, blockquote, code, del, em, h1, h2, h3, h4, h5, h6, hr, i, img, li, pre, q, s, strike, strong, sub, sup, table'

/** Code editors copy coloured lines, of which only the text is wanted. */
function isFromCodeEditor(body: HTMLElement): boolean {
  const [first, ...others] = [...body.children].filter(({ localName }) => localName !== 'meta')
  return others.length === 0 && first?.localName === 'div' && /white-space:\s*pre\b(?!-)/.test(styleOf(first))
}

const EMPHASIS = [
  { names: ['b', 'strong'], marks: '**' },
  { names: ['i', 'em'], marks: '*' },
  { names: ['del', 's', 'strike'], marks: '~~' },
] as { names: TurndownService.Filter; marks: string }[]

let converter: TurndownService | undefined

function service(): TurndownService {
  converter ??= createConverter()
  return converter
}

function createConverter(): TurndownService {
  const turndown = new TurndownService({
    headingStyle: 'atx',
    bulletListMarker: '-',
    codeBlockStyle: 'fenced',
    emDelimiter: '*',
    hr: '---',
  })
  const escapeMarkdown = turndown.escape.bind(turndown)
  turndown.escape = (text) => escapeText(text, escapeMarkdown)
  turndown.remove([
    'script',
    'style',
    'title',
    'noscript',
    'template',
    'iframe',
    'object',
    'video',
    'audio',
    'button',
    'select',
    'textarea',
  ])
  for (const { names, marks } of EMPHASIS) {
    turndown.addRule(marks, { filter: names, replacement: (content) => emphasize(content, marks) })
  }
  turndown.addRule('link', {
    filter: 'a',
    replacement: (content, node) => writeLink(content, node as Element),
  })
  turndown.addRule('image', { filter: 'img', replacement: (_content, node) => writeImage(node as Element) })
  turndown.addRule('footnote', {
    filter: (node) => node.hasAttribute(FOOTNOTE),
    replacement: (_content, node) => `[^${(node as Element).getAttribute(FOOTNOTE)}]`,
  })
  turndown.addRule('figure', { filter: 'figure', replacement: writeFigure })
  const places: Places = new WeakMap()
  turndown.addRule('listItem', {
    filter: 'li',
    replacement: (content, node) => writeItem(content, node as Element, places),
  })
  turndown.addRule('checkbox', {
    filter: (node) => node.nodeName === 'INPUT',
    replacement: (_content, node) =>
      (node as Element).getAttribute('type') === 'checkbox'
        ? `[${(node as Element).hasAttribute('checked') ? 'x' : ' '}] `
        : '',
  })
  // Converting a cell again for its table would double the work with each table inside another.
  const cells: Cells = new WeakMap()
  turndown.addRule('cell', {
    filter: ['td', 'th'],
    replacement(content, node) {
      cells.set(node as Element, content.trim())
      return content
    },
  })
  turndown.addRule('table', {
    filter: 'table',
    replacement: (_content, node) => writeTable(node as Element, cells),
  })
  return turndown
}

/** Also escapes HTML, references and strikethrough; addresses are left for autolinks. */
function escapeText(text: string, escapeMarkdown: (text: string) => string): string {
  return text
    .split(/(https?:\/\/[^\s<>()[\]]+)/)
    .map((part, index) =>
      index % 2 === 1
        ? part
        : escapeMarkdown(part)
            .replace(/<(?=[a-z/!?])/gi, '\\<')
            .replace(/&(?=#?\w+;)/g, '\\&')
            .replaceAll('~', '\\~'),
    )
    .join('')
}

/** Spaces and punctuation at the ends stay outside the marks, as CommonMark requires. */
function emphasize(content: string, marks: string): string {
  const isOutside = (character: string | undefined) => /[\s,.;:!?…–—]/.test(character ?? '')
  let [start, end] = [0, content.length]
  while (start < end && isOutside(content[start])) start++
  while (end > start && isOutside(content[end - 1])) end--
  if (start === end) return content
  return content.slice(0, start) + marks + content.slice(start, end) + marks + content.slice(end)
}

function writeLink(content: string, link: Element): string {
  const address = (link.getAttribute('href') ?? '').trim()
  const text = content.trim().replace(/\s*\n\s*/g, ' ')
  // Addresses inside a document lead nowhere in the article.
  if (!text || !isAllowedAddress(address) || !/^(?:[a-z]+:|\/)/i.test(address)) return content
  const space = /\s$/.test(content) ? ' ' : ''
  if (link.textContent?.trim() === address && /^https?:[^\s<>()[\]_*~]+$/.test(address))
    return address + space
  return `${/^\s/.test(content) ? ' ' : ''}[${text}](${writeAddress(address)})${space}`
}

function writeImage(image: Element, caption = ''): string {
  const address = (image.getAttribute('src') ?? '').trim()
  if (!/^(?:https?:\/\/|\/(?!\/))/i.test(address)) return ''
  return imageMarkdown({ alt: image.getAttribute('alt') ?? '', address, caption, credit: '' })
}

function writeFigure(content: string, node: TurndownService.Node): string {
  const figure = node as Element
  const image = figure.querySelectorAll('img').length === 1 ? figure.querySelector('img') : null
  if (!image || figure.querySelector('table, pre, blockquote')) return `\n\n${content}\n\n`
  return `\n\n${writeImage(image, figure.querySelector('figcaption')?.textContent ?? '')}\n\n`
}

/** The index of each item in its list, from 0. */
type Places = WeakMap<Element, number>

/** Items come in order, and blank ones not at all, so that only those since the last one are counted. */
function placeOf(item: Element, places: Places): number {
  let place = 0
  for (let before = item.previousElementSibling; before; before = before.previousElementSibling) {
    if (before.nodeName !== 'LI') continue
    place++
    const known = places.get(before)
    if (known === undefined) continue
    place += known
    break
  }
  places.set(item, place)
  return place
}

function writeItem(content: string, item: Element, places: Places): string {
  const parent = item.parentNode as Element | null
  const first = Number(parent?.getAttribute?.('start') ?? 1) || 1
  const place = placeOf(item, places)
  const marker = parent?.nodeName === 'OL' ? `${Math.max(0, first) + place}. ` : '- '
  const text = content.trim().replace(/\n{2,}(?=\s*(?:[-*+]|\d+\.) )/g, '\n')
  const indented = text.replace(/\n(?=[^\n])/g, `\n${' '.repeat(marker.length)}`)
  return `${marker}${indented}${item.nextElementSibling ? '\n' : ''}`
}

/** The Markdown of cells; what has none is blank. */
type Cells = WeakMap<Element, string>

function writeTable(table: Element, cells: Cells): string {
  const rows = [...table.querySelectorAll('tr')]
    .filter((row) => row.closest('table') === table)
    .map((row) => [...row.children].filter(({ nodeName }) => nodeName === 'TD' || nodeName === 'TH'))
    .filter((row) => row.length > 0)
  const columns = rows.reduce((most, row) => Math.max(most, row.length), 0)
  // A table with one cell is a frame around a text.
  if (columns > MAX_COLUMNS || columns * rows.length <= 1) {
    return rows
      .flat()
      .map((cell) => `\n\n${cells.get(cell) ?? ''}\n\n`)
      .join('')
  }
  const texts = rows.map((row) => Array.from({ length: columns }, (_, n) => writeCell(row[n], cells)))
  return `\n\n${formatTable({ rows: texts, alignments: texts[0]?.map(() => null) ?? [] }).join('\n')}\n\n`
}

function writeCell(cell: Element | undefined, cells: Cells): string {
  const text = (cell && cells.get(cell)) ?? ''
  return text
    .replace(/\s*\n\s*/g, ' ')
    .replace(/(?<!\\)\|/g, '\\|')
    .trim()
}
