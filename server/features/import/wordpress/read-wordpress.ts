import type { HtmlOptions } from '#core/from-html/html-events.ts'
import { asPage, notesAt, publicationOf, storable } from '#server/features/import/article-notes.ts'
import {
  type ImportedArticle,
  type ImportedAuthor,
  type ImportedItem,
  type ImportedTerm,
  MAX_ARTICLES,
  type ReadSource,
  type Report,
} from '#server/features/import/imported.ts'
import { expandShortcodes } from '#server/features/import/wordpress/shortcodes.ts'
import {
  indexSite,
  metaOf,
  metasOf,
  readChannel,
  type SiteIndex,
} from '#server/features/import/wordpress/site-index.ts'
import { readDate } from '#server/platform/documents/dates/read-date.ts'
import { escapeHtml, htmlToMarkdown, htmlToText } from '#server/platform/documents/html/read-html.ts'
import { isObject, parseJson, textField } from '#server/platform/documents/json/read-json.ts'
import { type SourceFile, UnreadableSource } from '#server/platform/documents/source-file.ts'
import { BrokenXml } from '#server/platform/documents/xml/read-xml.ts'
import { childrenOf, fieldOf, textOf, type XmlNode } from '#server/platform/documents/xml/xml-node.ts'

/** Reads exports of WordPress (WXR), also those of Polylang and WPML. A large site has several files. */
export const readWordpress: ReadSource = async function* (source, report) {
  const files = source.files.filter(({ path }) => source.container === 'file' || /\.(?:xml|wxr)$/i.test(path))
  const site = await indexSite(files)
  if (!site.isExport)
    throw new UnreadableSource(
      `${source.name} is no export of WordPress, or was cut short at the beginning. Export it again under Tools, Export.`,
    )
  for (const { address, alt, caption } of site.attachments.values())
    yield { kind: 'picture', address, entry: null, alt, caption: htmlToText(caption) }
  const names = createNames()
  const seen = new Set<string>()
  for (const file of files) yield* readFile(file, { site, names, seen, report })
}

interface Reading {
  site: SiteIndex
  names: Names
  seen: Set<string>
  report: Report
}

async function* readFile(file: SourceFile, reading: Reading): AsyncIterable<ImportedItem> {
  const place = { file: file.path, title: '', sourceId: '' }
  const { warn, fail } = notesAt(place, reading.report)
  let number = 0
  try {
    for await (const { node, isTooLarge, left } of readChannel(file, (problem) =>
      warn('encoding', problem, 'ignored'),
    )) {
      if (node.name !== 'item') {
        yield* reading.names.read(node)
        continue
      }
      number += 1
      if (isTooLarge) fail('too-large', fieldOf(node, 'title') || `item ${number}`, 'left-out')
      else yield* readItem(node, { ...reading, file: file.path, comments: left.get('wp:comment') ?? 0 })
      if (reading.seen.size >= MAX_ARTICLES)
        return fail('too-large', `more than ${MAX_ARTICLES} posts`, 'left-out')
    }
  } catch (error) {
    if (!(error instanceof BrokenXml)) throw error
    fail('incomplete', `the file ends or breaks after item ${number}`, 'left-out')
  }
}

function* readItem(
  node: XmlNode,
  { site, names, seen, report, file, comments }: Reading & { file: string; comments: number },
): Iterable<ImportedItem> {
  const type = fieldOf(node, 'wp:post_type')
  const id = idOf(node)
  const title = htmlToText(fieldOf(node, 'title'))
  const sourceId = `wordpress:${id}`
  const notes = notesAt({ file, title, sourceId }, report)
  notes.leaveOut('comments of readers', comments)
  // Attachments and shared blocks that texts name are read with them.
  if (/^(?:attachment|wp_block)$/.test(type)) return
  const isPage = type === 'page'
  if (type !== 'post' && !isPage) return notes.leaveOut(type || 'an item without a type')
  if (!/^\d{1,18}$/.test(id)) return notes.fail('unreadable', `id ${id}`, 'left-out')
  if (seen.has(id)) return notes.warn('duplicate', id, 'left-out')
  seen.add(id)
  const state = statusOf(node, isPage, notes.warn)
  if (!state) return notes.info('page', fieldOf(node, 'wp:status'), 'left-out')
  if (isPage) notes.info('page', fieldOf(node, 'wp:post_name') || title, 'draft')
  if (site.missing.has(id))
    notes.info('translation', 'another language of it is not in the export', 'original')
  for (const what of unreadOf(node)) notes.leaveOut(what)
  const { terms, categories, tags, authors } = names.ofArticle(node)
  yield* terms
  const hero = site.attachments.get(metaOf(node, '_thumbnail_id'))
  const article = storable(
    {
      kind: 'article',
      sourceId,
      language: site.languages.get(id) ?? site.siteLanguage,
      translationOf: translationOf(id, site),
      slug: decoded(fieldOf(node, 'wp:post_name').trim()),
      title,
      subtitle: '',
      excerpt: htmlToText(fieldOf(node, 'excerpt:encoded')) || metaOf(node, '_yoast_wpseo_metadesc'),
      markdown: readContent(node, id, site, notes.warn),
      ...state,
      updatedDate: readDate(fieldOf(node, 'wp:post_modified_gmt')),
      authors,
      categories,
      tags,
      hero: hero ? { address: hero.address, alt: hero.alt, caption: htmlToText(hero.caption) } : null,
      featured: fieldOf(node, 'wp:is_sticky').trim() === '1',
      social: socialOf(node),
      oldAddresses: addressesOf(node, id),
    },
    file,
    report,
  )
  if (article) yield isPage ? asPage(article) : article
}

/** Lists what plugins say of an article: their own fields begin with `_`. */
function unreadOf(node: XmlNode): string[] {
  const keys = childrenOf(node, 'wp:postmeta').map((meta) => fieldOf(meta, 'wp:meta_key').trim())
  const domains = childrenOf(node, 'category').map(({ attributes }) => attributes.get('domain') ?? '')
  return [
    ...keys
      .filter((key) => !/^(?:_.*|footnotes|enclosure|audio_file|)$/s.test(key))
      .map((key) => `field ${key}`),
    ...domains
      .filter((domain) => !/^(?:category|post_tag|author|language|post_translations|)$/.test(domain))
      .map((domain) => `taxonomy ${domain}`),
  ]
}

/** The number of an article, also from the address that stays the same: exports that were written by hand have no other. */
function idOf(node: XmlNode): string {
  const id = fieldOf(node, 'wp:post_id').trim()
  return id || (/[?&](?:p|page_id)=(\d+)/.exec(fieldOf(node, 'guid'))?.[1] ?? '')
}

function translationOf(id: string, { originals }: SiteIndex): string | null {
  const original = originals.get(id)
  return original === undefined ? null : `wordpress:${original}`
}

function readContent(
  node: XmlNode,
  id: string,
  site: SiteIndex,
  report: ReturnType<typeof notesAt>['warn'],
): string {
  const written = insertSharedBlocks(fieldOf(node, 'content:encoded'), site.blocks, report)
  const expanded = expandShortcodes(written, {
    report,
    findAttachment: (attachment) => site.attachments.get(attachment),
    own: () => site.attached.get(id) ?? [],
  })
  const hasLines = !written.includes('<!-- wp:')
  if (hasLines) reportLines(written, report)
  return htmlToMarkdown(showCovers(expanded) + footnotesOf(node) + soundsOf(node, expanded), {
    report,
    hasLines,
    resolve: (address) => uploadedAs(address, site.addresses),
    comment: (text) => reportBlock(text, report),
    // The second link to a file is a button that says "Download".
    isRemoved: (_name, attributes) => /\bwp-block-file__button\b/.test(attributes.get('class') ?? ''),
  })
}

/** A picture in the size in which it was uploaded, for a smaller copy of it, if that is known. */
function uploadedAs(address: string, uploaded: ReadonlySet<string>): string {
  const [whole, name, ending] = /^(.{1,1000})-\d{2,5}x\d{2,5}(\.\w{3,4})$/.exec(address) ?? []
  if (whole === undefined || uploaded.has(whole)) return address
  return [`${name}${ending}`, `${name}-scaled${ending}`].find((one) => uploaded.has(one)) ?? address
}

/** The footnotes of the block editor are beside the text. */
function footnotesOf(node: XmlNode): string {
  const notes = parseJson(metaOf(node, 'footnotes'))
  if (!Array.isArray(notes)) return ''
  const items = notes.filter(isObject).map((note) => {
    const id = escapeHtml(textField(note, 'id'))
    return `<li id="${id}">${textField(note, 'content')} <a href="#${id}-link">back</a></li>`
  })
  return items.length > 0 ? `<ol>${items.join('')}</ol>` : ''
}

/** The files of a podcast's episode that the text does not name. WordPress has the address, the length and the type of each, one a line. */
function soundsOf(node: XmlNode, text: string): string {
  const addresses = ['enclosure', 'audio_file']
    .flatMap((key) => metasOf(node, key))
    .map((value) => (value.split('\n')[0] ?? '').trim())
    .filter((address) => /^https?:\/\//.test(address))
  return [...new Set(addresses)]
    .filter((address) => !text.includes(address) && !text.includes(escapeHtml(address)))
    .map((address) => `<audio src="${escapeHtml(address)}"></audio>`)
    .join('')
}

/** Reads what the usual plugin says of shared links; a template of it is no text. */
function socialOf(node: XmlNode): ImportedArticle['social'] {
  const text = (name: string) => {
    const value = metaOf(node, `_yoast_wpseo_opengraph-${name}`)
    return value.includes('%%') ? '' : value
  }
  const [title, description, image] = [text('title'), text('description'), text('image')]
  return title || description || image ? { title, description, image } : null
}

/** Slugs of other scripts are percent-encoded. */
function decoded(slug: string): string {
  try {
    return decodeURIComponent(slug)
  } catch {
    return slug
  }
}

/** The depth to which shared blocks may be in each other, and the length that a text may reach by them. */
const MAX_ROUNDS = 3
const MAX_LENGTH = 4 * 1024 ** 2
const SHARED = /<!-- wp:block (\{[^\n]{1,500}?\}) \/-->/g

/** Puts the texts of shared blocks in their places. */
function insertSharedBlocks(
  html: string,
  blocks: ReadonlyMap<string, string>,
  report: HtmlOptions['report'],
): string {
  let text = html
  for (let round = 0; round < MAX_ROUNDS && text.includes('<!-- wp:block '); round++) {
    let length = text.length
    text = text.replace(SHARED, (_, written: string) => {
      const block = parseJson(written)
      const ref = isObject(block) ? textField(block, 'ref') : ''
      const found = blocks.get(ref)
      if (found === undefined) report('block', `shared block ${ref}`, 'left-out')
      length += found?.length ?? 0
      return found !== undefined && length <= MAX_LENGTH ? found : ''
    })
  }
  return text
}

/** Blocks that have nothing of their own in the text and whose absence no reader notices. */
const SILENT = /^(?:spacer|separator|footnotes|block|more|nextpage|shortcode|pattern)$/

/** Reports the blocks that WordPress fills when a page is shown, of which an export has nothing but their names. */
function reportBlock(comment: string, report: HtmlOptions['report']): void {
  const [, name = '', written = '', isEmpty] =
    /^\s*wp:([a-z][\w-]*(?:\/[\w-]+)?)\s+(?:(\{[\s\S]*\})\s+)?(\/)?$/.exec(
      `${comment.trimEnd()} `.replace(/\/ $/, '/'),
    ) ?? []
  if (/^(?:core-embed\/.+|embed)$/.test(name)) {
    const block = parseJson(written)
    report('embed', isObject(block) ? textField(block, 'url') : name, 'link')
  } else if (isEmpty && !SILENT.test(name)) report('block', name, 'left-out')
}

const BACKGROUND = /background-image:\s*url\(["']?([^"'()<>\s]{1,2000})["']?\)/i

/** Puts pictures that are backgrounds, as of a cover that stays in place, where readers see them. */
function showCovers(html: string): string {
  return html.replace(/<div\s[^<>]{1,4000}>/g, (tag) => {
    const address = tag.includes('wp-block-cover')
      ? BACKGROUND.exec(tag.replaceAll('&quot;', ''))?.[1]
      : undefined
    return address === undefined ? tag : `${tag}<img src="${address}" alt="">`
  })
}

/** Addresses that alone on a line are shown as a player or a post: https://wordpress.org/documentation/article/embeds/ */
const EMBEDDED =
  /^[ \t]*(https?:\/\/(?:[\w-]{1,40}\.){0,3}(?:youtube\.com|youtu\.be|vimeo\.com|dailymotion\.com|wordpress\.tv|videopress\.com|ted\.com|twitter\.com|x\.com|bsky\.app|tiktok\.com|instagram\.com|facebook\.com|flickr\.com|flic\.kr|imgur\.com|soundcloud\.com|spotify\.com|mixcloud\.com|reverbnation\.com|pocketcasts\.com|anghami\.com|slideshare\.net|speakerdeck\.com|scribd\.com|issuu\.com|reddit\.com|tumblr\.com|kickstarter\.com|crowdsignal\.net|animoto\.com|cloudup\.com|smugmug\.com|pinterest\.com|wolframcloud\.com)\/[^\s<>[\]]*)[ \t]*$/gim

/** Reports addresses of the classic editor that were shown as what is there. */
function reportLines(text: string, report: HtmlOptions['report']): void {
  for (const [, address = ''] of text.replaceAll('\r', '').matchAll(EMBEDDED))
    report('embed', address, 'link')
}

const MAX_OLD_SLUGS = 50

/** Tells whether and when an article is published; null for one that was thrown away. */
function statusOf(
  node: XmlNode,
  isPage: boolean,
  warn: ReturnType<typeof notesAt>['warn'],
): Pick<ImportedArticle, 'status' | 'publishDate'> | null {
  const status = fieldOf(node, 'wp:status').trim()
  if (status === 'trash' || status === 'auto-draft') return null
  const dates = ['wp:post_date_gmt', 'wp:post_date', 'pubDate'].map((name) => fieldOf(node, name).trim())
  const read = dates.map(readDate)
  // Drafts have an empty date, with zeros or in the year before the first.
  const [wrong = ''] = dates.filter((date, index) => !read[index] && !/^$|^0000|-0001/.test(date))
  const readable = dates.find((_, index) => read[index])
  if (wrong && readable) warn('date', wrong, 'replaced')
  const hasPassword = fieldOf(node, 'wp:post_password').trim() !== ''
  if (hasPassword) warn('password', 'protected by a password', 'draft')
  else if (status === 'private') warn('members-only', 'private', 'draft')
  const isDraft = hasPassword || isPage || (status !== 'publish' && status !== 'future')
  return publicationOf(isDraft, readable ?? wrong, warn)
}

/** Lists the addresses where an article was: its permalink, its address by number, and its earlier slugs. */
function addressesOf(node: XmlNode, id: string): string[] {
  const link = fieldOf(node, 'link').trim()
  const url = URL.parse(link)
  const own = url && (url.pathname !== '/' || url.search) ? [url.pathname + url.search] : []
  const slug = fieldOf(node, 'wp:post_name').trim()
  const earlier = own.flatMap((address) =>
    slug
      ? metasOf(node, '_wp_old_slug')
          .slice(0, MAX_OLD_SLUGS)
          .map((old) => address.replace(new RegExp(`${RegExp.escape(slug)}(?=[^/]*/?$)`, 'i'), () => old))
      : [],
  )
  return [...new Set([...own, `/?p=${id}`, ...earlier])]
}

type Named = ImportedAuthor | ImportedTerm

interface Names {
  /** Reads what an element of the head names. */
  read: (node: XmlNode) => Iterable<Named>
  ofArticle: (node: XmlNode) => { terms: Named[]; authors: string[]; categories: string[]; tags: string[] }
}

const TAXONOMIES = new Map([
  ['category', 'category'],
  ['post_tag', 'tag'],
] as const)

/** Collects authors, categories and tags, so that each is named once, before the first article that has it. */
function createNames(): Names {
  const seen = new Set<string>()
  const once = (named: Named): Named[] => {
    if (seen.has(named.sourceId)) return []
    seen.add(named.sourceId)
    return [named]
  }
  const author = (login: string, name: string) =>
    once({ kind: 'author', sourceId: authorId(login), name: name || login, slug: login })
  const term = (taxonomy: 'category' | 'tag', slug: string, name: string, parent: string) =>
    once({
      kind: 'term',
      sourceId: termId(taxonomy, slug),
      taxonomy,
      name: name || slug,
      slug: slug.toLowerCase(),
      parent: parent ? termId(taxonomy, parent) : null,
    })
  return {
    *read(node) {
      const text = (name: string) => fieldOf(node, name).trim()
      if (node.name === 'wp:author') yield* author(text('wp:author_login'), text('wp:author_display_name'))
      else if (node.name === 'wp:category')
        yield* term('category', text('wp:category_nicename'), text('wp:cat_name'), text('wp:category_parent'))
      else if (node.name === 'wp:tag') yield* term('tag', text('wp:tag_slug'), text('wp:tag_name'), '')
    },
    ofArticle(node) {
      const terms: Named[] = []
      const categories: string[] = []
      const tags: string[] = []
      const guests: string[] = []
      for (const category of childrenOf(node, 'category')) {
        const domain = category.attributes.get('domain') ?? ''
        const nicename = category.attributes.get('nicename')?.trim() || textOf(category).trim()
        const taxonomy = TAXONOMIES.get(domain as 'category')
        if (taxonomy && nicename) {
          terms.push(...term(taxonomy, nicename, textOf(category).trim(), ''))
          const list = taxonomy === 'category' ? categories : tags
          list.push(termId(taxonomy, nicename))
        } else if (domain === 'author' && nicename) {
          // Several authors of one article, by the usual plugin.
          const login = nicename.replace(/^cap-/, '')
          terms.push(...author(login, textOf(category).trim()))
          guests.push(authorId(login))
        }
      }
      const creator = fieldOf(node, 'dc:creator').trim()
      if (creator && guests.length === 0) terms.push(...author(creator, ''))
      const authors = guests.length > 0 ? guests : creator ? [authorId(creator)] : []
      return {
        terms,
        authors: [...new Set(authors)],
        categories: [...new Set(categories)],
        tags: [...new Set(tags)],
      }
    },
  }
}

const authorId = (login: string) => `wordpress:author:${login.toLowerCase()}`
const termId = (taxonomy: string, slug: string) => `wordpress:${taxonomy}:${slug.toLowerCase()}`
