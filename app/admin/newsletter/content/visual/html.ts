import { DOMParser as ContentParser, DOMSerializer, type Node } from 'prosemirror-model'
import { schema } from '#app/admin/newsletter/content/visual/schema.ts'

/** Reads a content. A parsed document is inert: nothing in it is fetched or run. */
export function contentOf(html: string): Node {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  for (const element of body.querySelectorAll(WITHOUT_TEXT)) element.remove()
  return ContentParser.fromSchema(schema).parse(body)
}

const WITHOUT_TEXT = 'script, style, template, noscript, iframe, object, svg, math, title'

/** Writes a content, each block on a line of its own, so that it can be read in the source. */
export function htmlOf(content: Node): string {
  const inert = document.implementation.createHTMLDocument('')
  const root = inert.createElement('div')
  root.append(DOMSerializer.fromSchema(schema).serializeFragment(content.content, { document: inert }))
  // An item with one paragraph is written without it: mails would show a gap.
  for (const item of root.querySelectorAll('li')) {
    const [only, ...more] = item.children
    if (only?.localName === 'p' && more.length === 0) only.replaceWith(...only.childNodes)
  }
  const html = [...root.children].map((block) => block.outerHTML).join('\n')
  return html === '<p></p>' ? '' : html
}
