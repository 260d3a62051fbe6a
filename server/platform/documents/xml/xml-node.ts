import { escapeHtml } from '#server/platform/documents/html/read-html.ts'

export interface XmlNode {
  /** The name with the usual prefix of its namespace, whatever prefix the file has. */
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
  ['http://www.itunes.com/dtds/podcast-1.0.dtd', 'itunes'],
  ['http://www.w3.org/1999/02/22-rdf-syntax-ns#', 'rdf'],
  ['http://purl.org/rss/1.0/', ''],
  ['http://my.netscape.com/rdf/simple/0.9/', ''],
  ['http://channel.netscape.com/rdf/simple/0.9/', ''],
  ['http://www.w3.org/1999/xhtml', ''],
])

interface XmlTag {
  prefix: string
  local: string
  uri: string
}

/** The elements of RSS and Atom are in the namespace of the first, whatever that is. */
export function xmlName({ prefix, local, uri }: XmlTag, root: XmlTag): string {
  const isOfRoot = uri === root.uri && prefix === root.prefix && /^(?:rss|feed)$/.test(root.local)
  const usual = prefixOf(uri) ?? (isOfRoot ? (root.local === 'feed' ? 'atom' : '') : prefix)
  return usual ? `${usual}:${local}` : local
}

function prefixOf(uri: string): string | undefined {
  const known = PREFIXES.get(uri)
  if (known !== undefined || uri === '') return known
  const [, excerpt, isWordpress, isAtom] =
    /^http:\/\/(?:(?:wordpress\.org\/export\/[\d.]+\/(excerpt\/)?()$)|((?:purl\.org\/atom\/ns#|www\.w3\.org\/2005\/atom).*))/i.exec(
      uri,
    ) ?? []
  if (isAtom !== undefined) return 'atom'
  if (isWordpress !== undefined) return excerpt ? 'excerpt' : 'wp'
  // Some have spaces around them, or a protocol that was made safe.
  const plain = uri.trim().replace(/^https:/, 'http:')
  return plain === uri ? undefined : prefixOf(plain)
}

/** Resolves an address in XML; unchanged without a known base. */
export const resolveAddress = (address: string, base: string): string =>
  (base && address && URL.parse(address, base)?.href) || address

const MAX_BASE_LENGTH = 2_000

/** The base address of the contents of an element; empty without one. */
export function baseOf(written: string | undefined, outer: string): string {
  const url = written === undefined ? null : URL.parse(written.trim(), outer || undefined)
  return url && /^https?:$/.test(url.protocol) && url.href.length <= MAX_BASE_LENGTH ? url.href : outer
}

export const ownBase = (node: XmlNode, outer: string) => baseOf(node.attributes.get('xml:base'), outer)

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

const ADDRESSES = new Set(['href', 'src', 'poster'])

/** The content of an element as HTML, as feeds have it in XHTML, with whole addresses if their base is known. */
export function innerHtml(node: XmlNode, base = ''): string {
  return node.content
    .map((part) => {
      if (typeof part === 'string') return escapeHtml(part)
      const inner = ownBase(part, base)
      const attributes = [...part.attributes]
        .map(([name, value]) => [name, ADDRESSES.has(name) ? resolveAddress(value, inner) : value] as const)
        .map(([name, value]) => ` ${name}="${escapeHtml(value)}"`)
        .join('')
      return `<${part.name}${attributes}>${innerHtml(part, inner)}</${part.name}>`
    })
    .join('')
}
