import { eventsOf, isBounded, isQuickToParse } from '#app/admin/editor/paste/read-pasted.ts'
import { writePasted } from '#app/admin/editor/paste/write-pasted.ts'
import { KEPT_ATTRIBUTES, KEPT_ELEMENTS } from '#core/newsletter/kept-html.ts'
import { renderContent } from '#core/newsletter/markdown-content.ts'

/** A content while it is edited: the Markdown stays as it was typed, although its HTML can be written in other ways. */
export class WrittenContent {
  #html: string | null = null
  #markdown: string | null = null

  /** Null for HTML that is only shown as source. */
  markdownOf(html: string): string | null {
    if (html !== this.#html) {
      this.#markdown = contentAsMarkdown(html)
      this.#html = html
    }
    return this.#markdown
  }

  /** The Markdown of a version beside it; null as for the content itself. */
  shownOf(html: string): string | null {
    return html === this.#html ? this.#markdown : contentAsMarkdown(html)
  }

  htmlOf(markdown: string): string {
    this.#markdown = markdown
    this.#html = renderContent(markdown)
    return this.#html
  }
}

type Parse = (html: string) => Document

/** A document of its own, in which no script runs and nothing is loaded. */
const parseInert: Parse = (html) => new DOMParser().parseFromString(html, 'text/html')

/**
 * The Markdown that is rendered as the same HTML. A block that Markdown cannot say but mails keep, such as the name of a section, stays HTML
 * in it. Null for other HTML.
 */
export function contentAsMarkdown(html: string, parse = parseInert): string | null {
  if (!isQuickToParse(html)) return null
  const { body } = parse(html)
  if (!isBounded(body)) return null
  const blocks: string[] = []
  for (const node of body.childNodes) {
    if (node.nodeType === node.TEXT_NODE && node.nodeValue?.trim() === '') continue
    const block = node.nodeType === node.ELEMENT_NODE ? blockAsMarkdown(node as Element, parse) : null
    if (block === null) return null
    blocks.push(block)
  }
  const markdown = blocks.join('\n\n')
  return normalHtml(parse(renderContent(markdown)).body) === normalHtml(body) ? markdown : null
}

function blockAsMarkdown(block: Element, parse: Parse): string | null {
  const around = block.ownerDocument.createElement('div')
  around.append(block.cloneNode(true))
  const { text } = writePasted([...eventsOf(around)], '')
  if (normalHtml(parse(renderContent(text)).body) === normalHtml(around)) return text
  // A blank line would end the HTML.
  const html = block.outerHTML
  return [block, ...block.querySelectorAll('*')].every(isKept) && !/\n\s*\n/.test(html) ? html : null
}

function isKept({ localName, attributes }: Element): boolean {
  const kept = [...(KEPT_ATTRIBUTES['*'] ?? []), ...(KEPT_ATTRIBUTES[localName] ?? [])]
  return KEPT_ELEMENTS.includes(localName) && [...attributes].every(({ name }) => kept.includes(name))
}

/** Names that mean the same. */
const SAME = new Map([
  ['b', 'strong'],
  ['i', 'em'],
  ['del', 's'],
  ['strike', 's'],
])
const BLOCK = 'p|div|h[1-6]|[uo]l|li|blockquote|pre|hr|br|table|thead|tbody|tr|th|td'
const AROUND_BLOCKS = new RegExp(` ?(</?(?:${BLOCK})\\b[^>]*>) ?`, 'g')

/** The content of an element without what means nothing: spaces between blocks, and other names of the same marks. */
function normalHtml(parent: Element): string {
  return written(parent, false).replace(AROUND_BLOCKS, '$1').trim()
}

function written(parent: Node, isCode: boolean): string {
  let html = ''
  for (const node of parent.childNodes) {
    const text = escaped(node.nodeValue ?? '')
    if (node.nodeType === node.TEXT_NODE)
      html += isCode
        ? text.replace(/[ \t\n\r\f]/g, (space) => `&#${space.charCodeAt(0)};`)
        : text.replace(/[ \t\n\r\f]+/g, ' ')
    else if (node.nodeType !== node.ELEMENT_NODE) html += `<!${text}>`
    else {
      const { localName, attributes } = node as Element
      const name = SAME.get(localName) ?? localName
      const said = [...attributes].map((one) => ` ${one.name}="${escaped(one.value)}"`).sort()
      html += `<${name}${said.join('')}>${written(node, isCode || name === 'pre')}</${name}>`
    }
  }
  return html
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
