import type { HtmlOptions } from '#core/from-html/html-events.ts'
import { cardToHtml } from '#server/features/import/ghost/cards-to-html.ts'
import { escapeHtml } from '#server/platform/documents/html/read-html.ts'
import { isObject, listField, textField } from '#server/platform/documents/json/read-json.ts'
import type { Json, JsonObject } from '#server/platform/documents/json/record-reader.ts'

/** Deeper nodes are left out; the editor makes none. */
const MAX_DEPTH = 100
/** The elements of the bits of a text's format, from the first. */
const FORMATS = ['strong', 'em', 's', 'u', 'code', 'sub', 'sup', 'mark']

/** Writes a document of Ghost's present editor as HTML for the converter; null when it is none. */
export function lexicalToHtml(document: Json, report: HtmlOptions['report']): string | null {
  const root = isObject(document) ? document.get('root') : undefined
  if (!isObject(root)) return null
  const children = (node: JsonObject, depth: number): string =>
    depth > MAX_DEPTH
      ? ''
      : listField(node, 'children')
          .filter(isObject)
          .map((child) => write(child, depth + 1))
          .join('')
  const write = (node: JsonObject, depth: number): string => {
    const type = textField(node, 'type')
    const inner = () => children(node, depth)
    switch (type) {
      case 'text':
      case 'extended-text':
      case 'tk':
        return formatted(escapeHtml(textField(node, 'text')), Number(node.get('format')) || 0)
      case 'linebreak':
        return '<br>'
      case 'tab':
        return ' '
      // Nodes that their editor had not finished are shown nowhere.
      case 'zwnj':
      case 'at-link':
      case 'at-link-search':
        return ''
      case 'link':
      case 'autolink':
        return `<a href="${escapeHtml(textField(node, 'url'))}">${inner()}</a>`
      case 'paragraph':
        return `<p>${inner()}</p>`
      case 'heading':
      case 'extended-heading': {
        const [tag = 'h2'] = /^h[1-6]$/.exec(textField(node, 'tag')) ?? []
        return `<${tag}>${inner()}</${tag}>`
      }
      case 'quote':
      case 'extended-quote':
      case 'aside':
        return `<blockquote>${inner()}</blockquote>`
      case 'list': {
        const tag = textField(node, 'listType') === 'number' ? 'ol' : 'ul'
        return `<${tag} start="${escapeHtml(textField(node, 'start'))}">${inner()}</${tag}>`
      }
      case 'listitem': {
        const isDone = node.get('checked')
        const box = typeof isDone === 'boolean' ? `<input type="checkbox"${isDone ? ' checked' : ''}>` : ''
        return isNested(node) ? inner() : `<li>${box}${inner()}</li>`
      }
      case 'root':
        return inner()
      default:
        return node.has('children') && !node.has('version') ? inner() : cardToHtml(type, node, report)
    }
  }
  return write(root, 0)
}

/** An item around a list, which belongs to the item before. */
function isNested(item: JsonObject): boolean {
  const [first, ...others] = listField(item, 'children').filter(isObject)
  return others.length === 0 && first !== undefined && first.get('type') === 'list'
}

function formatted(text: string, format: number): string {
  return FORMATS.reduce(
    (inner, tag, bit) => (format & (1 << bit) ? `<${tag}>${inner}</${tag}>` : inner),
    text,
  )
}
