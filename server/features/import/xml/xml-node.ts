import { escapeHtml } from '#server/features/import/html/escape-html.ts'

export interface XmlNode {
  /** With the usual prefix of its namespace, whatever prefix the file has. */
  name: string
  attributes: ReadonlyMap<string, string>
  content: (XmlNode | string)[]
}

const PREFIXES = new Map([
  ['http://purl.org/rss/1.0/modules/content/', 'content'],
  ['http://purl.org/dc/elements/1.1/', 'dc'],
  ['http://purl.org/dc/terms/', 'dcterms'],
  ['http://search.yahoo.com/mrss/', 'media'],
  ['http://www.w3.org/2005/Atom', 'atom'],
  ['http://purl.org/atom/ns#', 'atom'],
  ['http://www.itunes.com/dtds/podcast-1.0.dtd', 'itunes'],
  ['http://www.w3.org/1999/02/22-rdf-syntax-ns#', 'rdf'],
  ['http://purl.org/rss/1.0/', ''],
  ['http://www.w3.org/1999/xhtml', ''],
])

export function xmlName(prefix: string, local: string, uri: string): string {
  const known = PREFIXES.get(uri) ?? /^http:\/\/wordpress\.org\/export\/[\d.]+\/(excerpt\/)?$/.exec(uri)
  const usual = typeof known === 'string' ? known : known ? (known[1] ? 'excerpt' : 'wp') : prefix
  return usual ? `${usual}:${local}` : local
}

export function childrenOf(node: XmlNode, name: string): XmlNode[] {
  return node.content.filter((child): child is XmlNode => typeof child !== 'string' && child.name === name)
}

/** All text in an element. */
export function textOf(node: XmlNode | undefined): string {
  if (!node) return ''
  return node.content.map((part) => (typeof part === 'string' ? part : textOf(part))).join('')
}

/** The text of the first child with one of these names that has any. */
export function fieldOf(node: XmlNode, ...names: string[]): string {
  for (const name of names) {
    const text = childrenOf(node, name)
      .map(textOf)
      .find((found) => found.trim() !== '')
    if (text !== undefined) return text
  }
  return ''
}

/** The content of an element as HTML, as feeds have it in XHTML. */
export function innerHtml(node: XmlNode): string {
  return node.content
    .map((part) => {
      if (typeof part === 'string') return escapeHtml(part)
      const attributes = [...part.attributes]
        .map(([name, value]) => ` ${name}="${escapeHtml(value)}"`)
        .join('')
      return `<${part.name}${attributes}>${innerHtml(part)}</${part.name}>`
    })
    .join('')
}
