import { posix } from 'node:path'
import { type ImportFormat, NAMED_FORMATS } from '#core/domain/site-import.ts'
import { MARKER } from '#server/features/export/export-entry.ts'
import { notesAt, publicationOf, readNotedDate, storable } from '#server/features/import/article-notes.ts'
import { readGhost } from '#server/features/import/ghost/read-ghost.ts'
import {
  type ImportedItem,
  MAX_ARTICLES,
  MAX_RECORD_LENGTH,
  type ReadSource,
  type Report,
} from '#server/features/import/imported.ts'
import { readMarkdown } from '#server/features/import/markdown/read-markdown.ts'
import { withStoredNames } from '#server/features/import/run/article-facts.ts'
import type { ImportSource } from '#server/features/import/source/import-source.ts'
import { readSubstack } from '#server/features/import/substack/read-substack.ts'
import { readWordpress } from '#server/features/import/wordpress/read-wordpress.ts'
import type { FeedAbout, FeedItem, FeedPart } from '#server/platform/documents/feeds/feed-item.ts'
import { readJsonFeed } from '#server/platform/documents/feeds/json-feed.ts'
import { FEED_START, readXmlFeed } from '#server/platform/documents/feeds/xml-feed.ts'
import { escapeHtml, htmlToMarkdown, htmlToText } from '#server/platform/documents/html/read-html.ts'
import { BrokenJson } from '#server/platform/documents/json/read-json.ts'
import { readLanguage } from '#server/platform/documents/read-language.ts'
import { readHead, type SourceFile, UnreadableSource } from '#server/platform/documents/source-file.ts'
import { BrokenXml } from '#server/platform/documents/xml/read-xml.ts'
import { resolveAddress } from '#server/platform/documents/xml/xml-node.ts'

/** Reads RSS, Atom and JSON Feed. */
export const readFeed: ReadSource = async function* (source, report) {
  const [file] = source.files
  if (!file) throw new UnreadableSource(`${source.name} has no file.`)
  const { fail, warn } = notesAt({ file: file.path, title: '', sourceId: '' }, report)
  const names = new Set<string>()
  const ids = new Set<string>()
  const known: Required<Pick<FeedAbout, 'site' | 'authors'>> & { language: string | null } = {
    site: '',
    authors: [],
    language: null,
  }
  let number = 0
  let isFeed = false
  try {
    for await (const { item, isTooLarge, about } of await partsOf(file, (problem) =>
      warn('encoding', problem, 'ignored'),
    )) {
      isFeed = true
      known.language ??= readLanguage(about?.language ?? '')
      known.site ||= about?.site ?? ''
      if (known.authors.length === 0) known.authors = about?.authors ?? []
      if (!item && !isTooLarge) continue
      number += 1
      if (item && !isTooLarge) yield* readItem(item, { file: file.path, ...known, names, ids, report })
      else fail('too-large', `item ${number}`, 'left-out')
      if (ids.size >= MAX_ARTICLES) return fail('too-large', `more than ${MAX_ARTICLES} items`, 'left-out')
    }
  } catch (error) {
    if (!(error instanceof BrokenJson || error instanceof BrokenXml)) throw error
    if (isFeed) fail('incomplete', `the feed ends or breaks after item ${number}`, 'left-out')
  }
  if (!isFeed) throw new UnreadableSource(`${source.name} is no feed in RSS, Atom or JSON Feed.`)
}

async function partsOf(
  file: SourceFile,
  report: (problem: string) => void,
): Promise<AsyncIterable<FeedPart>> {
  const isJson = /^\s*\{/.test(await readHead(file, 200))
  return isJson
    ? readJsonFeed(file.open(), MAX_RECORD_LENGTH)
    : readXmlFeed(file.open(), { maxLength: MAX_RECORD_LENGTH }, report)
}

/** The marks with which programs end the beginning of an article, with or without a line of their own below. */
const CUT = /\[(?:…|\.{3}|&#8230;|&hellip;)\]|(?:…|\.{3}|&#8230;|&hellip;)\s*(?:<\/p>)?\s*$/

interface Context {
  file: string
  language: string | null
  site: string
  authors: string[]
  names: Set<string>
  ids: Set<string>
  report: Report
}

function* readItem(
  item: FeedItem,
  { file, language, site, names, ids, report, ...feed }: Context,
): Iterable<ImportedItem> {
  const title = htmlToText(item.title)
  const sourceId = `feed:${item.id}`
  const notes = notesAt({ file, title, sourceId }, report)
  if (!item.id) return notes.fail('unreadable', 'an item without an id and a link', 'left-out')
  if (ids.has(item.id)) return notes.warn('duplicate', item.id, 'left-out')
  ids.add(item.id)
  const url = URL.parse(item.address, site || undefined)
  const people = item.authors.length > 0 ? item.authors : feed.authors
  const authors = people.map((name) => ({ name, sourceId: `feed:author:${name.toLowerCase()}` }))
  const tags = item.tags.map((name) => ({ name, sourceId: `feed:tag:${name.toLowerCase()}` }))
  const isNew = ({ sourceId: id }: { sourceId: string }) => !names.has(id) && names.add(id)
  for (const author of authors) if (isNew(author)) yield { kind: 'author', slug: '', ...author }
  for (const tag of tags)
    if (isNew(tag)) yield { kind: 'term', taxonomy: 'tag', slug: '', parent: null, ...tag }
  const state = publicationOf(false, item.published, notes.warn)
  const base = item.base || url?.href || site
  const resolve = (address: string) => resolveAddress(address, base)
  const media = item.media
    .filter((address) => address && !item.content.includes(address))
    .map((address) => `<audio src="${escapeHtml(address)}"></audio>`)
  const markdown = htmlToMarkdown(media.join('') + item.content, { report: notes.warn, resolve })
  if (CUT.test(item.content.slice(-600)))
    notes.warn('incomplete', 'the feed has the beginning of this article only', 'text')
  const article = storable(
    {
      kind: 'article',
      sourceId,
      language: readLanguage(item.language) ?? language,
      translationOf: null,
      slug: slugOf(url),
      title,
      subtitle: '',
      excerpt: htmlToText(item.summary),
      markdown,
      ...state,
      updatedDate: readNotedDate(item.updated, notes.warn),
      authors: [...new Set(authors.map(({ sourceId: id }) => id))],
      categories: [],
      tags: [...new Set(tags.map(({ sourceId: id }) => id))],
      hero: /^https?:/.test(item.image) ? { address: item.image, alt: '', caption: '' } : null,
      featured: false,
      social: null,
      oldAddresses: url ? [url.pathname + url.search] : [],
    },
    file,
    report,
  )
  if (article) yield article
}

function slugOf(url: URL | null): string {
  const last = url?.pathname.split('/').filter(Boolean).at(-1) ?? ''
  return last.replace(/\.(?:html?|php|aspx?)$/i, '')
}

interface FormatReader {
  read: ReadSource
  /** True if the ids of its articles differ from those of every other site; the others are numbers, paths, or what a feed calls its items. */
  hasUniqueIds?: true
}

const READERS: Record<ImportFormat, FormatReader> = {
  ghost: { read: readGhost, hasUniqueIds: true },
  wordpress: { read: readWordpress },
  substack: { read: readSubstack, hasUniqueIds: true },
  markdown: { read: readMarkdown },
  feed: { read: readFeed },
}

export const hasUniqueIds = (format: ImportFormat) => READERS[format].hasUniqueIds === true

/** Reads a source in its format, and names the files that say nothing to it. @throws UnreadableSource */
export async function* readSource(
  source: ImportSource,
  format: ImportFormat,
  report: Report,
): AsyncIterable<ImportedItem> {
  const known = new Set<string>()
  const files = source.files.map((file) => ({
    ...file,
    open() {
      known.add(file.path)
      return file.open()
    },
  }))
  const naming: Report = (note) => {
    known.add(note.place.file)
    report(note)
  }
  for await (const item of READERS[format].read({ ...source, files }, naming)) {
    if (item.kind === 'picture' && item.entry !== null) known.add(item.entry)
    yield withStoredNames(item)
  }
  reportUnread(
    files.filter(({ path }) => !known.has(path)),
    report,
  )
}

/** Names files by what they are, each kind with its first file. */
function reportUnread(files: readonly SourceFile[], report: Report): void {
  const first = new Map<string, string>()
  for (const { path } of files) {
    const what = posix.extname(path).toLowerCase() || posix.basename(path)
    const file = first.get(what) ?? path
    first.set(what, file)
    report({
      severity: 'info',
      kind: 'refused-file',
      place: { file, title: '', sourceId: '' },
      what,
      becomes: 'ignored',
    })
  }
}

const isOwnExport = ({ files }: ImportSource) =>
  files.some(({ path }) => path === MARKER || path.endsWith(`/${MARKER}`))

const HEAD_BYTES = 4_000

/** The format of a source, by its files and their beginnings. @throws UnreadableSource */
export async function findFormat(source: ImportSource): Promise<ImportFormat> {
  const { name, container, files, refused } = source
  const paths = files.map(({ path }) => path)
  if (isOwnExport(source)) return 'markdown'
  // Other programs call their exports so too.
  const posts = files.find(({ path }) => /(?:^|\/)posts\.csv$/.test(path))
  const isSubstack = posts !== undefined && /^.*\bpost_id\b/.test(await readHead(posts, HEAD_BYTES))
  if (isSubstack) return 'substack'
  const hasDocuments = paths.some((path) =>
    /\.(?:mdx?|markdown|mkdn?|mkdown|mdown)$|(?:^|\/)_posts\/.*\.html?$/i.test(path),
  )
  const candidates =
    container === 'file' && !hasDocuments
      ? files
      : files.filter(({ path }) => /\.(?:json|xml|wxr|rss|atom)$/i.test(path))
  for (const file of candidates.slice(0, 20)) {
    const head = await readHead(file, HEAD_BYTES)
    if (/wordpress\.org\/export|wp:wxr_version/.test(head)) return 'wordpress'
    if (/"db"\s*:\s*\[/.test(head)) return 'ghost'
    // A site's own files are no export of another program.
    if (hasDocuments) continue
    if (/^\s*<!--/.test(head) || (FEED_START.test(head) && !/^\s*<!doctype html/i.test(head))) return 'feed'
    if (/^\s*\{/.test(head))
      return /"https:\/\/jsonfeed\.org\/version/.test(head.replaceAll('\\/', '/')) ? 'feed' : 'ghost'
  }
  if (hasDocuments) return 'markdown'
  const leftOut = refused ? ` Left out was ${refused.file}: ${refused.why}.` : ''
  throw new UnreadableSource(
    `${name} ${posts ? 'is no export of Substack (posts.csv has no column post_id), and ' : ''}is in none of the formats that can be imported: ${NAMED_FORMATS}.${leftOut}`,
  )
}
