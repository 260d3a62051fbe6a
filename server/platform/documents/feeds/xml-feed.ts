import { readDate } from '#server/platform/documents/dates/read-date.ts'
import {
  authorNames,
  type FeedAbout,
  type FeedItem,
  type FeedPart,
} from '#server/platform/documents/feeds/feed-item.ts'
import { escapeHtml } from '#server/platform/documents/html/read-html.ts'
import { readXml } from '#server/platform/documents/xml/read-xml.ts'
import {
  childrenOf,
  fieldOf,
  innerHtml,
  ownBase,
  resolveAddress,
  textOf,
  type XmlNode,
} from '#server/platform/documents/xml/xml-node.ts'

interface XmlFeedOptions {
  /** The longest item, in characters. */
  maxLength: number
  /** The encoding, if it is known already. */
  encoding?: string
  /** The address of the feed. */
  base?: string
}

/** The beginning of a feed, after a warning or a blank line that a server has written before it. */
export const FEED_START = /<\?xml\b|<!doctype\s|<(?:\w{1,20}:)?(?:rss|feed|rdf|channel)[\s>]/i

/** Reads RSS 0.9 to 2.0, RSS 1.0, Atom and CDF. @throws BrokenXml, UnreadableSource */
export async function* readXmlFeed(
  bytes: AsyncIterable<Uint8Array>,
  options: XmlFeedOptions,
  report: (problem: string) => void,
): AsyncIterable<FeedPart> {
  const skipped = new Set(['wfw:commentRss', 'slash:comments'])
  let isFirst = true
  for await (const { node, base, isTooLarge, root } of readXml(
    bytes,
    { isRecord, skipped, start: FEED_START, ...options },
    report,
  )) {
    if (isFirst) yield { about: { language: root.get('xml:lang') ?? '' } }
    isFirst = false
    const read = READERS.get(node.name)
    if (read) yield { item: read(node, ownBase(node, base)), isTooLarge }
    // RSS 1.0 has its metadata in one element.
    else
      for (const one of node.name === 'channel' ? node.content : [node])
        if (typeof one !== 'string') yield { about: readAbout(one, ownBase(one, base)) }
  }
}

const READERS = new Map([
  ['item', readRss],
  ['atom:entry', readAtom],
  ['ITEM', readCdf],
])

/** Returns true for elements that can be items or metadata of the feed. Some feeds in RSS have no channel around their items. */
function isRecord(path: readonly string[], name: string): boolean {
  const [root = '', channel = ''] = path
  const isChannel = /^channel$/i.test(name)
  if (path.length === 1)
    return /^(?:atom:feed|rdf:RDF)$/.test(root) || (/^(?:rss|CHANNEL)$/.test(root) && !isChannel)
  return path.length === 2 && /^(?:rss channel|CHANNEL CHANNEL)$/.test(`${root} ${channel}`)
}

function readAbout(node: XmlNode, base: string): FeedAbout {
  const text = textOf(node).trim()
  switch (node.name) {
    case 'title':
    case 'atom:title':
      return { title: text }
    case 'link':
      return { site: resolveAddress(text, base) }
    case 'atom:link':
      return isAlternate(node) ? { site: resolveAddress(node.attributes.get('href') ?? '', base) } : {}
    case 'language':
    case 'dc:language':
      return { language: text }
    case 'ttl':
      return { ttlMinutes: Number.parseInt(text.slice(0, 6), 10) || 0 }
    case 'atom:author':
      return { authors: authorNames([fieldOf(node, 'atom:name')]) }
    case 'author':
    case 'dc:creator':
    case 'itunes:author':
      return { authors: authorNames([text]) }
    default:
      return {}
  }
}

const isAlternate = ({ attributes }: XmlNode) => (attributes.get('rel') ?? 'alternate') === 'alternate'

function readRss(node: XmlNode, base: string): FeedItem {
  const field = (...names: string[]) => fieldOf(node, ...names).trim()
  const content = htmlField(node, base, 'content:encoded') || htmlField(node, base, 'body')
  const description = htmlField(node, base, 'description')
  const guid = field('guid')
  const atomLink = childrenOf(node, 'atom:link').find(({ attributes }) => attributes.get('rel') !== 'self')
  const address = field('link') || atomLink?.attributes.get('href') || (/^https?:/.test(guid) ? guid : '')
  const people = ['dc:creator', 'author', 'itunes:author'].map((name) => authorNames(texts(node, name)))
  return {
    id: guid || address || node.attributes.get('rdf:about') || '',
    address: resolveAddress(address, base),
    title: field('title'),
    content: content || description,
    base,
    summary: content ? description : '',
    published: dateField(node, 'pubDate', 'dc:date', 'atom:published', 'dcterms:issued', 'dcterms:created'),
    updated: dateField(node, 'atom:updated', 'dcterms:modified'),
    authors: people.find(({ length }) => length > 0) ?? [],
    tags: texts(node, 'category', 'dc:subject'),
    image: resolveAddress(imageOf(node), base),
    media: childrenOf(node, 'enclosure')
      .filter(isMedia)
      .map(({ attributes }) => resolveAddress(attributes.get('url') ?? '', base)),
    language: field('dc:language') || node.attributes.get('xml:lang') || '',
  }
}

function readAtom(node: XmlNode, base: string): FeedItem {
  const field = (name: string) => fieldOf(node, name).trim()
  const content = childrenOf(node, 'atom:content')[0]
  const summary = childrenOf(node, 'atom:summary')[0]
  const links = childrenOf(node, 'atom:link')
  const addressOf = (link: XmlNode) =>
    resolveAddress(link.attributes.get('href')?.trim() ?? '', ownBase(link, base))
  const pages = links.filter(isAlternate)
  // The same page in other formats has links as well.
  const link = pages.find(({ attributes }) => /html/.test(attributes.get('type') ?? 'text/html')) ?? pages[0]
  const address = link ? addressOf(link) : ''
  const enclosures = links.filter(({ attributes }) => attributes.get('rel') === 'enclosure')
  const picture = enclosures.find(({ attributes }) => attributes.get('type')?.startsWith('image/'))
  const whole = content && contentOf(content, base)
  const source = childrenOf(node, 'atom:source')[0]
  const people = [node, ...(source ? [source] : [])].map((of) =>
    authorNames(childrenOf(of, 'atom:author').map((author) => fieldOf(author, 'atom:name'))),
  )
  return {
    id: field('atom:id') || address,
    address,
    title: textOfConstruct(childrenOf(node, 'atom:title')[0]),
    content: whole || (summary ? contentOf(summary, base) : ''),
    base: ownBase((whole ? content : summary) ?? node, base),
    summary: whole && summary ? contentOf(summary, base) : '',
    published: dateField(node, 'atom:published', 'atom:issued', 'atom:updated'),
    updated: field('atom:updated') || field('atom:modified'),
    authors: people.find(({ length }) => length > 0) ?? [],
    tags: childrenOf(node, 'atom:category').map(
      ({ attributes }) => attributes.get('label') ?? attributes.get('term') ?? '',
    ),
    image: picture ? addressOf(picture) : resolveAddress(imageOf(node), base),
    media: enclosures.filter(isMedia).map(addressOf),
    language: node.attributes.get('xml:lang') ?? content?.attributes.get('xml:lang') ?? '',
  }
}

/** Channels of 1997, whose names are in capitals. */
function readCdf(node: XmlNode, base: string): FeedItem {
  const field = (name: string) => fieldOf(node, name).trim() || (node.attributes.get(name) ?? '')
  const address = field('HREF') || (childrenOf(node, 'A')[0]?.attributes.get('HREF') ?? '')
  return {
    ...{ id: address, address: resolveAddress(address, base), title: field('TITLE'), base },
    ...{ content: field('ABSTRACT'), summary: '', published: field('LASTMOD'), updated: '' },
    ...{ authors: [], tags: [], image: '', media: [], language: '' },
  }
}

/** The first of these fields that is a date, or else the first that is there. */
function dateField(node: XmlNode, ...names: string[]): string {
  const written = names.map((name) => fieldOf(node, name).trim()).filter(Boolean)
  return (written.length > 1 && written.find((date) => readDate(date) !== null)) || (written[0] ?? '')
}

/** HTML as text, or as elements where nobody has escaped it. */
function htmlField(node: XmlNode, base: string, name: string): string {
  const [child] = childrenOf(node, name).filter((one) => one.content.length > 0)
  if (!child) return ''
  const hasElements = child.content.some((part) => typeof part !== 'string')
  return (hasElements ? innerHtml(child, ownBase(child, base)) : textOf(child)).trim()
}

function contentOf(node: XmlNode, base: string): string {
  const type = node.attributes.get('type') ?? 'text'
  if (type === 'xhtml' || type === 'application/xhtml+xml') return innerHtml(node, ownBase(node, base))
  return /html$/.test(type) || /^\s*</.test(textOf(node)) ? textOf(node) : escapeHtml(textOf(node))
}

function textOfConstruct(node: XmlNode | undefined): string {
  return node ? contentOf(node, '').trim() : ''
}

const texts = (node: XmlNode, ...names: string[]) => {
  for (const name of names) {
    const found = childrenOf(node, name).map((child) => textOf(child).trim())
    if (found.some(Boolean)) return found.filter(Boolean)
  }
  return []
}

const isMedia = ({ attributes }: XmlNode) => /^(?:audio|video)\//.test(attributes.get('type') ?? '')

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
