import type { FeedItem } from '#server/features/import/feed/feed-item.ts'
import { escapeHtml } from '#server/features/import/html/escape-html.ts'
import { childrenOf, fieldOf, innerHtml, textOf, type XmlNode } from '#server/features/import/xml/xml-node.ts'

/** The elements of RSS 0.9 to 2.0, RSS 1.0 and Atom that can be items or say something of the feed. */
export function isFeedRecord(path: readonly string[]): boolean {
  const [root, channel] = path
  if (path.length === 1) return root === 'atom:feed' || root === 'rdf:RDF'
  return path.length === 2 && root === 'rss' && channel === 'channel'
}

export const isFeedItem = ({ name }: XmlNode) => name === 'item' || name === 'atom:entry'

export function readXmlItem(node: XmlNode): FeedItem {
  return node.name === 'item' ? readRss(node) : readAtom(node)
}

function readRss(node: XmlNode): FeedItem {
  const field = (...names: string[]) => fieldOf(node, ...names).trim()
  const content = field('content:encoded')
  const description = field('description')
  const guid = field('guid')
  const atomLink = childrenOf(node, 'atom:link').find(({ attributes }) => attributes.get('rel') !== 'self')
  const address = field('link') || atomLink?.attributes.get('href') || (/^https?:/.test(guid) ? guid : '')
  return {
    id: guid || address || node.attributes.get('rdf:about') || '',
    address,
    title: field('title'),
    content: content || description,
    summary: content ? description : '',
    published: field('pubDate', 'dc:date', 'atom:published'),
    updated: field('atom:updated', 'dcterms:modified'),
    authors: texts(node, 'dc:creator', 'author', 'itunes:author').map(authorName),
    tags: texts(node, 'category', 'dc:subject'),
    image: imageOf(node),
    media: childrenOf(node, 'enclosure')
      .filter(isMedia)
      .map(({ attributes }) => attributes.get('url') ?? ''),
    language: field('dc:language') || node.attributes.get('xml:lang') || '',
  }
}

function readAtom(node: XmlNode): FeedItem {
  const field = (name: string) => fieldOf(node, name).trim()
  const content = childrenOf(node, 'atom:content')[0]
  const summary = childrenOf(node, 'atom:summary')[0]
  const links = childrenOf(node, 'atom:link')
  const link = links.find(({ attributes }) => (attributes.get('rel') ?? 'alternate') === 'alternate')
  const address = link?.attributes.get('href')?.trim() ?? ''
  const enclosure = links.find(
    ({ attributes }) => attributes.get('rel') === 'enclosure' && attributes.get('type')?.startsWith('image/'),
  )
  const whole = content && contentOf(content)
  return {
    id: field('atom:id') || address,
    address,
    title: textOfConstruct(childrenOf(node, 'atom:title')[0]),
    content: whole || (summary ? contentOf(summary) : ''),
    summary: whole && summary ? contentOf(summary) : '',
    published: field('atom:published') || field('atom:issued') || field('atom:updated'),
    updated: field('atom:updated') || field('atom:modified'),
    authors: childrenOf(node, 'atom:author').map((author) => fieldOf(author, 'atom:name').trim()),
    tags: childrenOf(node, 'atom:category').map(
      ({ attributes }) => attributes.get('label') ?? attributes.get('term') ?? '',
    ),
    image: enclosure?.attributes.get('href') ?? imageOf(node),
    media: links
      .filter((link) => link.attributes.get('rel') === 'enclosure' && isMedia(link))
      .map(({ attributes }) => attributes.get('href') ?? ''),
    language: node.attributes.get('xml:lang') ?? content?.attributes.get('xml:lang') ?? '',
  }
}

function contentOf(node: XmlNode): string {
  const type = node.attributes.get('type') ?? 'text'
  if (type === 'xhtml' || type === 'application/xhtml+xml') return innerHtml(node)
  return /html$/.test(type) || /^\s*</.test(textOf(node)) ? textOf(node) : escapeHtml(textOf(node))
}

function textOfConstruct(node: XmlNode | undefined): string {
  return node ? contentOf(node).trim() : ''
}

const texts = (node: XmlNode, ...names: string[]) => {
  for (const name of names) {
    const found = childrenOf(node, name).map((child) => textOf(child).trim())
    if (found.some(Boolean)) return found.filter(Boolean)
  }
  return []
}

const isMedia = ({ attributes }: XmlNode) => /^(?:audio|video)\//.test(attributes.get('type') ?? '')

/** RSS has a mail address with the name in parentheses. */
const authorName = (written: string) => (/^[^\s@]+@\S+ \((.+)\)$/.exec(written)?.[1] ?? written).trim()

function imageOf(node: XmlNode): string {
  const groups = childrenOf(node, 'media:group')
  const media = [node, ...groups].flatMap((outer) => [
    ...childrenOf(outer, 'media:content').filter(
      ({ attributes }) =>
        attributes.get('medium') === 'image' || attributes.get('type')?.startsWith('image/'),
    ),
    ...childrenOf(outer, 'media:thumbnail'),
  ])
  const enclosure = childrenOf(node, 'enclosure').find(({ attributes }) =>
    attributes.get('type')?.startsWith('image/'),
  )
  return enclosure?.attributes.get('url') ?? media[0]?.attributes.get('url') ?? ''
}
