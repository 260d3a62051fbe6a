import { notesAt, publicationOf, readNotedDate, storable } from '#server/features/import/article-notes.ts'
import type { FeedItem } from '#server/features/import/feed/feed-item.ts'
import { readJsonItem } from '#server/features/import/feed/json-feed.ts'
import { isFeedItem, isFeedRecord, readXmlItem } from '#server/features/import/feed/xml-feed.ts'
import { escapeHtml } from '#server/features/import/html/escape-html.ts'
import { htmlToMarkdown } from '#server/features/import/html/html-to-markdown.ts'
import { htmlToText } from '#server/features/import/html/html-to-text.ts'
import {
  type ImportedItem,
  MAX_ARTICLES,
  MAX_RECORD_LENGTH,
  type ReadSource,
  type Report,
  UnreadableSource,
} from '#server/features/import/imported.ts'
import { isObject } from '#server/features/import/json/json-fields.ts'
import { BrokenJson, readJson } from '#server/features/import/json/read-json.ts'
import { readLanguage } from '#server/features/import/languages.ts'
import type { SourceFile } from '#server/features/import/source/import-source.ts'
import { BrokenXml, readXml } from '#server/features/import/xml/read-xml.ts'
import { textOf } from '#server/features/import/xml/xml-node.ts'

/** Either an item, what the feed says of its language, or one that is too large. */
type Part = { item: FeedItem } | { language: string } | { isTooLarge: true }

/** Reads RSS, Atom and JSON Feed. */
export const readFeed: ReadSource = async function* (source, report) {
  const [file] = source.files
  if (!file) throw new UnreadableSource(`${source.name} has no file.`)
  const { fail, warn } = notesAt({ file: file.path, title: '', sourceId: '' }, report)
  const names = new Set<string>()
  const ids = new Set<string>()
  let language: string | null = null
  let number = 0
  const parts = (await isJson(file))
    ? jsonParts(file)
    : xmlParts(file, (problem) => warn('encoding', problem, 'ignored'))
  let isFeed = false
  try {
    for await (const part of parts) {
      isFeed = true
      if ('language' in part) {
        language ??= readLanguage(part.language)
        continue
      }
      number += 1
      if ('isTooLarge' in part) fail('too-large', `item ${number}`, 'left-out')
      else yield* readItem(part.item, { file: file.path, language, names, ids, report })
      if (ids.size >= MAX_ARTICLES) return fail('too-large', `more than ${MAX_ARTICLES} items`, 'left-out')
    }
  } catch (error) {
    if (!(error instanceof BrokenJson || error instanceof BrokenXml)) throw error
    if (isFeed) fail('incomplete', `the feed ends or breaks after item ${number}`, 'left-out')
  }
  if (!isFeed) throw new UnreadableSource(`${source.name} is no feed in RSS, Atom or JSON Feed.`)
}

async function isJson(file: SourceFile): Promise<boolean> {
  for await (const part of file.open())
    return /^(?:\xef\xbb\xbf)?\s*\{/.test(Buffer.from(part.subarray(0, 200)).toString('latin1'))
  return false
}

async function* jsonParts(file: SourceFile): AsyncIterable<Part> {
  const isRecord = ([name, item, ...others]: readonly string[]) =>
    others.length === 0 &&
    (item === undefined ? name === 'language' || name === 'version' : name === 'items' && item === '*')
  let version = ''
  for await (const { path, value, isTooLarge } of readJson(file.open(), {
    isRecord,
    maxLength: MAX_RECORD_LENGTH,
  })) {
    if (path[0] === 'version') version = String(value)
    else if (path[0] === 'language') yield { language: String(value) }
    else if (isTooLarge) yield { isTooLarge: true }
    else if (isObject(value)) yield { item: readJsonItem(value) }
  }
  if (/^https:\/\/jsonfeed\.org\/version\//.test(version)) yield { language: '' }
}

async function* xmlParts(file: SourceFile, report: (problem: string) => void): AsyncIterable<Part> {
  let isRoot = true
  const options = {
    isRecord: isFeedRecord,
    maxLength: MAX_RECORD_LENGTH,
    skipped: new Set(['wfw:commentRss', 'slash:comments']),
  }
  for await (const { node, isTooLarge, root } of readXml(file.open(), options, report)) {
    if (isRoot) yield { language: root.get('xml:lang') ?? '' }
    isRoot = false
    if (isTooLarge) yield { isTooLarge: true }
    else if (isFeedItem(node)) yield { item: readXmlItem(node) }
    else if (/^(?:language|dc:language)$/.test(node.name)) yield { language: textOf(node) }
  }
}

/** How programs end the beginning of an article, with or without a line of their own below. */
const CUT = /\[(?:…|\.{3}|&#8230;|&hellip;)\]|(?:…|\.{3}|&#8230;|&hellip;)\s*(?:<\/p>)?\s*$/

interface Context {
  file: string
  language: string | null
  names: Set<string>
  ids: Set<string>
  report: Report
}

function* readItem(item: FeedItem, { file, language, names, ids, report }: Context): Iterable<ImportedItem> {
  const title = htmlToText(item.title)
  const sourceId = `feed:${item.id}`
  const notes = notesAt({ file, title, sourceId }, report)
  if (!item.id) return notes.fail('unreadable', 'an item without an id and a link', 'left-out')
  if (ids.has(item.id)) return notes.warn('duplicate', item.id, 'left-out')
  ids.add(item.id)
  const url = URL.parse(item.address)
  const authors = item.authors.map((name) => ({ name, sourceId: `feed:author:${name.toLowerCase()}` }))
  const tags = item.tags.map((name) => ({ name, sourceId: `feed:tag:${name.toLowerCase()}` }))
  const isNew = ({ sourceId: id }: { sourceId: string }) => !names.has(id) && names.add(id)
  for (const author of authors) if (isNew(author)) yield { kind: 'author', slug: '', ...author }
  for (const tag of tags)
    if (isNew(tag)) yield { kind: 'term', taxonomy: 'tag', slug: '', parent: null, ...tag }
  const state = publicationOf(false, item.published, notes.warn)
  const resolve = (address: string) => (url ? (URL.parse(address, url)?.href ?? address) : address)
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
