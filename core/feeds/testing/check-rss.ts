import { childrenOf, parseXml, textOf, type XmlElement } from '#core/feeds/testing/parse-xml.ts'

const ATOM = 'http://www.w3.org/2005/Atom'
const MEDIA = 'http://search.yahoo.com/mrss/'
const CONTENT = 'http://purl.org/rss/1.0/modules/content/'

/** The child elements of RSS 2.0: `required` exactly once, `optional` at most once, `repeated` any number of times. */
const CHANNEL = {
  required: ['title', 'link', 'description'],
  optional: [
    'language',
    'copyright',
    'managingEditor',
    'webMaster',
    'pubDate',
    'lastBuildDate',
    'generator',
    'docs',
    'cloud',
    'ttl',
    'image',
    'rating',
    'textInput',
    'skipHours',
    'skipDays',
  ],
  repeated: ['category', 'item'],
}
const ITEM = {
  required: [],
  optional: ['title', 'link', 'description', 'author', 'comments', 'enclosure', 'guid', 'pubDate', 'source'],
  repeated: ['category'],
}

/** The elements of a picture that the validator of the W3C knows, which are not all of Media RSS. */
const MEDIA_CHILDREN = ['copyright', 'credit', 'description', 'title']

const RFC_822 =
  /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4} \d{2}:\d{2}:\d{2} GMT$/

/**
 * The problems of a feed by RSS 2.0 and the recommendations of the RSS Advisory Board; empty for a valid feed.
 * @throws when the source is not well-formed XML
 */
export function checkRss(source: string): string[] {
  const rss = parseXml(source)
  if (rss.name !== 'rss' || rss.attributes.version !== '2.0') return ['The root is not <rss version="2.0">.']
  const [channel, ...others] = rss.children
  if (channel?.name !== 'channel' || others.length > 0) return ['<rss> does not hold one <channel>.']

  const items = childrenOf(channel, 'item')
  const guids = items.flatMap((item) => childrenOf(item, 'guid').map((guid) => guid.text))
  return [
    ...checkChildren(channel, CHANNEL),
    ...checkLinks(channel),
    ...checkImage(channel),
    ...(new Set(guids).size === items.length ? [] : ['Items do not have a guid each of their own.']),
    ...items.flatMap(checkItem),
  ]
}

/** The links of Atom: the address of the feed, and the hub at which programs subscribe to it (WebSub, section 4). */
function checkLinks(channel: XmlElement): string[] {
  const links = childrenOf(channel, 'link', ATOM)
  const keys = links.map(({ attributes: { rel, href } }) => `${rel} ${href}`)
  const self = links.filter((link) => link.attributes.rel === 'self')
  return [
    ...(self.length === 1 ? [] : ['There is not one <atom:link rel="self">.']),
    ...(self.every(({ attributes }) => attributes.type === 'application/rss+xml')
      ? []
      : ['The <atom:link rel="self"> does not have the type of RSS.']),
    ...(links.every((link) => ['self', 'hub'].includes(link.attributes.rel ?? ''))
      ? []
      : ['An <atom:link> has an unknown rel.']),
    ...(links.every((link) => isAbsolute(link.attributes.href ?? ''))
      ? []
      : ['An <atom:link> is not absolute.']),
    ...(links.every((link) => link.text.trim() === '' && link.children.length === 0)
      ? []
      : ['An <atom:link> is not empty.']),
    ...(new Set(keys).size === keys.length ? [] : ['An <atom:link> is there twice.']),
  ]
}

/** The image belongs to the page of the channel, and has its title. */
function checkImage(channel: XmlElement): string[] {
  return childrenOf(channel, 'image').flatMap((image) => [
    ...(isAbsolute(textOf(image, 'url')) ? [] : ['The <url> of the <image> is not absolute.']),
    ...['title', 'link'].flatMap((name) =>
      textOf(image, name) === textOf(channel, name) ? [] : [`The <image> has another <${name}>.`],
    ),
  ])
}

function checkItem(item: XmlElement): string[] {
  const names = item.children.map((child) => child.name)
  const content = childrenOf(item, 'encoded', CONTENT)
  const problems = checkChildren(item, ITEM)
  if (!names.includes('title') && !names.includes('description')) {
    problems.push('An <item> has neither <title> nor <description>.')
  }
  if (content.length > 1) problems.push('An <item> has several <content:encoded>.')
  if (content.length > 0 && !names.slice(0, names.indexOf('encoded')).includes('description')) {
    problems.push('<content:encoded> does not come after a <description>.')
  }
  for (const media of childrenOf(item, 'content', MEDIA))
    for (const { name } of media.children)
      if (!MEDIA_CHILDREN.includes(name)) problems.push(`<media:content> has an unknown <media:${name}>.`)
  for (const [, url = ''] of content[0]?.text.matchAll(/<[^>]* (?:href|src)="([^"]*)"/g) ?? []) {
    if (!isAbsolute(url)) problems.push(`<content:encoded> refers to ${url}.`)
  }
  return problems
}

function checkChildren(
  element: XmlElement,
  { required, optional, repeated }: { required: string[]; optional: string[]; repeated: string[] },
): string[] {
  const problems: string[] = []
  const own = element.children.filter((child) => child.namespace === '')
  for (const name of [...required, ...optional]) {
    const count = own.filter((child) => child.name === name).length
    if (count > 1) problems.push(`<${element.name}> has ${count} <${name}>.`)
    if (count === 0 && required.includes(name)) problems.push(`<${element.name}> has no <${name}>.`)
  }
  for (const { name, text } of own) {
    if (![...required, ...optional, ...repeated].includes(name)) problems.push(`<${name}> is unknown.`)
    if (['title', 'link', 'guid'].includes(name) && text.trim() === '') problems.push(`<${name}> is empty.`)
    if (name === 'link' && !isAbsolute(text)) problems.push(`<link> is not absolute: ${text}`)
    if (/date$/i.test(name) && !(RFC_822.test(text) && new Date(text).toUTCString() === text)) {
      problems.push(`<${name}> is no date of RFC 822: ${text}`)
    }
  }
  return problems
}

/** Returns true for an absolute address, as feeds need it. */
export function isAbsolute(url: string): boolean {
  return /^(https?:\/\/|mailto:|ircs?:|xmpp:)/.test(url) && URL.canParse(url)
}
