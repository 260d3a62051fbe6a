import { parse } from 'csv-parse'
import { fileNameOf } from '#core/from-html/addresses.ts'
import type { Attributes, HtmlOptions, StandIn } from '#core/from-html/html-events.ts'
import {
  asPage,
  notesAt,
  publicationOf,
  reportUnread,
  storable,
} from '#server/features/import/article-notes.ts'
import {
  type ImportedArticle,
  type ImportedPage,
  MAX_ARTICLES,
  MAX_RECORD_LENGTH,
  type ReadSource,
  type Report,
} from '#server/features/import/imported.ts'
import { htmlToMarkdown } from '#server/platform/documents/html/read-html.ts'
import { isObject, listField, parseJson, textField } from '#server/platform/documents/json/read-json.ts'
import type { Json } from '#server/platform/documents/json/record-reader.ts'
import { readText, type SourceFile, UnreadableSource } from '#server/platform/documents/source-file.ts'

const MAX_ROW_BYTES = 256 * 1024

/** Reads an export of Substack: `posts.csv` with a row for each post, and `posts/ID.slug.html` with its text. */
export const readSubstack: ReadSource = async function* (source, report) {
  const list = source.files.find(({ path }) => /(?:^|\/)posts\.csv$/.test(path))
  if (!list)
    throw new UnreadableSource(
      `${source.name} has no posts.csv, as exports of Substack have. Import the zip as it is.`,
    )
  const folder = list.path.slice(0, -'posts.csv'.length)
  const texts = new Map<string, SourceFile>()
  for (const file of source.files) {
    const id = file.path.startsWith(`${folder}posts/`) ? /([^/]+)\.html$/.exec(file.path)?.[1] : undefined
    if (id !== undefined) texts.set(id, file)
  }
  const seen = new Set<string>()
  const { fail, warn } = notesAt({ file: list.path, title: '', sourceId: '' }, report)
  let number = 0
  try {
    for await (const row of rowsOf(list)) {
      number += 1
      const id = row.get('post_id') ?? ''
      if (!id) fail('unreadable', `line ${number + 1} has no post_id`, 'left-out')
      else if (seen.has(numberOf(id))) warn('duplicate', id, 'left-out')
      else {
        seen.add(numberOf(id))
        const article = await readPost(row, texts.get(id), list.path, report)
        if (article) yield article
      }
      if (seen.size >= MAX_ARTICLES) return fail('too-large', `more than ${MAX_ARTICLES} posts`, 'left-out')
    }
  } catch (error) {
    if (!isCsvProblem(error)) throw error
    fail('incomplete', `posts.csv breaks after row ${number}`, 'left-out')
  }
  for (const id of texts.keys())
    if (!seen.has(numberOf(id))) fail('incomplete', `posts/${id}.html is not in it`, 'left-out')
}

/** Of `101.the-harbour`, in which the slug can change. */
const numberOf = (id: string) => id.split('.')[0] ?? ''

type Row = ReadonlyMap<string, string>

/** The rows before a broken one are read: they are taken while the file is parsed, and not from a stream that the error ends. */
async function* rowsOf(file: SourceFile): AsyncIterable<Row> {
  let records: string[][] = []
  const parser = parse({
    bom: true,
    relaxColumnCount: true,
    relaxQuotes: true,
    skipEmptyLines: true,
    maxRecordSize: MAX_ROW_BYTES,
    onRecord(record: string[]) {
      records.push(record)
      return null
    },
  })
  parser.on('error', () => {})
  const feed = (part: Uint8Array | null) =>
    new Promise<Error | null>((resolve) => {
      const done = (error?: Error | null) => resolve(error ?? parser.errored)
      if (part) parser.write(part, done)
      else parser.end(done)
    })
  let names: string[] | null = null
  const taken = function* (): Iterable<Row> {
    const found = records
    records = []
    for (const cells of found) {
      if (names === null) names = cells.map((cell) => cell.trim())
      else yield new Map(names.map((name, index) => [name, cells[index]?.trim() ?? '']))
    }
  }
  for await (const part of file.open()) {
    const error = await feed(part)
    yield* taken()
    if (error) throw error
  }
  parser.resume()
  const error = await feed(null)
  // A row was left without the end of its line.
  if (records.some(({ length }) => length < (names?.length ?? 0)))
    throw Object.assign(new Error('A row is cut short.'), { code: 'CSV_CUT_SHORT' })
  yield* taken()
  if (error) throw error
}

const isCsvProblem = (error: unknown) =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('CSV_')

async function readPost(
  row: Row,
  text: SourceFile | undefined,
  list: string,
  report: Report,
): Promise<ImportedArticle | ImportedPage | null> {
  const cell = (name: string) => row.get(name) ?? ''
  const id = cell('post_id')
  const sourceId = `substack:${numberOf(id)}`
  const notes = notesAt({ file: text?.path ?? list, title: cell('title'), sourceId }, report)
  const type = cell('type') || 'newsletter'
  if (type === 'thread') {
    notes.info('page', type, 'left-out')
    return null
  }
  if (type === 'page') notes.info('page', id, 'draft')
  const read = text && (await readText(text, MAX_RECORD_LENGTH))
  if (!text) notes.fail('unreadable', `posts/${id}.html is missing`, 'left-out')
  else if (!read) reportUnread(text, { maxBytes: MAX_RECORD_LENGTH, report })
  if (!read) return null
  if (read.isDamaged) notes.warn('encoding', 'bytes that are no text', 'replaced')
  const slug = id.slice(id.indexOf('.') + 1)
  const isPublished = cell('is_published').toLowerCase() === 'true'
  const audience = cell('audience') || 'everyone'
  if (audience !== 'everyone') notes.warn('members-only', audience, 'draft')
  if (cell('podcast_url')) notes.warn('media', cell('podcast_url'), 'link')
  const markdown = htmlToMarkdown(podcast(cell('podcast_url')) + read.text, {
    report: notes.warn,
    isRemoved: (_name, attributes) => isWidget(attributes, notes.warn),
    standIn: (_name, attributes) => standInOf(attributes, notes.warn),
    resolve: originalOf,
  })
  const article = storable(
    {
      kind: 'article',
      sourceId,
      language: null,
      translationOf: null,
      slug: id.includes('.') ? slug : '',
      title: cell('title'),
      subtitle: cell('subtitle'),
      excerpt: '',
      markdown,
      ...publicationOf(
        !isPublished || audience !== 'everyone' || type === 'page',
        cell('post_date'),
        notes.warn,
      ),
      updatedDate: null,
      authors: [],
      categories: [],
      tags: [],
      hero: null,
      featured: false,
      social: null,
      oldAddresses: id.includes('.') ? [`/p/${slug}`] : [],
    },
    list,
    report,
  )
  return article && type === 'page' ? asPage(article) : article
}

const podcast = (address: string) =>
  /^https?:\/\//.test(address)
    ? `<p><a href="${encodeURI(address)}">${fileNameOf(address) || 'audio'}</a></p>`
    : ''

type ReportNote = HtmlOptions['report']

/** The elements that Substack puts into texts for its own pages: forms, buttons to share, and the line of the paywall. */
const FORMS = /\b(?:subscription-widget(?:-wrap)?(?:-editor)?|subscribe-widget|subscribe-footer)\b/
const BUTTONS = /\b(?:captioned-button-wrap|button-wrapper)\b/
const OWN = /\b(?:community-chat|install-substack-app-embed|poll-embed)\b/
/** The elements that appear beside headings and pictures when somebody points at them, and labels of the editor. */
const HANDLES =
  /\b(?:image-link-expand|header-anchor-parent|hide-text|file-embed-thumbnail(?:-default)?|file-embed-button narrow)\b/
const PAYWALL = /\b(?:paywall-jump|paywall)\b/

/** Tells whether an element is no text of the article. Reports what readers would miss. */
function isWidget(attributes: Attributes, report: ReportNote): boolean {
  const name = attributes.get('class') ?? ''
  if (HANDLES.test(name)) return true
  if (FORMS.test(name)) report('form', 'subscription', 'left-out')
  else if (PAYWALL.test(name)) report('members-only', 'paywall', 'left-out')
  else {
    const own = OWN.exec(name) ?? (isOfSubstack(attributes) ? BUTTONS.exec(name) : null)
    if (!own) return false
    report('block', own[0], 'left-out')
  }
  return true
}

/** Buttons that lead elsewhere are the author's. */
function isOfSubstack(attributes: Attributes): boolean {
  const address = dataOf(attributes)('url')
  return (
    address === '' ||
    address.includes('%%') ||
    /[?&]action=share|utm_source=substack|\/subscribe\b/.test(address)
  )
}

/** The fields that the pages of Substack make an element of, by their paths. */
function dataOf(attributes: Attributes): (...paths: string[]) => string {
  const data = parseJson(attributes.get('data-attrs') ?? '')
  const at = (path: string): string => {
    const [name = '', ...outer] = path.split('.').toReversed()
    const object = outer.reduceRight<Json | undefined>(
      (value, key) => (isObject(value) ? value.get(key) : undefined),
      data,
    )
    return isObject(object) ? textField(object, name) : ''
  }
  return (...paths) => paths.map(at).find(Boolean) ?? ''
}

const STANDING_IN =
  /(?:^|\s)(mention-wrap|digest-post-embed|embedded-post-wrap|embedded-publication-wrap|tweet|twitter-embed|comment|instagram|tiktok-wrap|bandcamp-wrap|community-post|latex-rendered|native-video-embed|native-audio-embed|image-gallery-embed|image3)(?:\s|$)/

/** Elements of which an export has the fields alone, or whose content is a preview of another page. */
function standInOf(attributes: Attributes, report: ReportNote): StandIn | null {
  const kind = STANDING_IN.exec(attributes.get('class') ?? '')?.[1]
  if (kind === undefined) return null
  const field = dataOf(attributes)
  if (kind === 'mention-wrap') return textOf(field('name'), '', false)
  if (kind === 'image3') return { text: '', address: '', isBlock: true, pictures: [field('src')] }
  if (kind === 'image-gallery-embed') return galleryOf(attributes, report)
  if (kind === 'latex-rendered') {
    report('format', 'formula', 'text')
    return textOf(field('persistentExpression'), '', true)
  }
  if (kind === 'comment') {
    report('embed', 'note', 'text')
    return textOf(field('comment.body'), '', true)
  }
  const id = field('instagram_id')
  const written = id ? `https://www.instagram.com/p/${id}/` : field('canonical_url', 'url', 'base_url')
  const address = /^https?:\/\//.test(written) ? written : ''
  if (address) report('embed', address, 'link')
  else report('media', kind, 'left-out')
  const title = kind === 'embedded-publication-wrap' ? field('name') : field('title')
  return textOf(address && (title || address), address, true)
}

const textOf = (text: string, address: string, isBlock: boolean): StandIn => ({ text, address, isBlock })

function galleryOf(attributes: Attributes, report: ReportNote): StandIn {
  const data = parseJson(attributes.get('data-attrs') ?? '')
  const gallery = isObject(data) ? data.get('gallery') : undefined
  const images = isObject(gallery) ? listField(gallery, 'images').filter(isObject) : []
  report('gallery', `${images.length} pictures`, images.length > 0 ? 'pictures' : 'left-out')
  const caption = textOf(dataOf(attributes)('gallery.caption'), '', true)
  return { ...caption, pictures: images.map((image) => textField(image, 'src')) }
}

/** The picture that a smaller copy was made of, at the address that did not change. */
function originalOf(address: string): string {
  const encoded = /^https:\/\/substackcdn\.com\/image\/fetch\/.*\/(https%3A%2F%2F[^/]+)$/.exec(address)?.[1]
  const original = encoded && URL.canParse(decoded(encoded)) ? decoded(encoded) : address
  return original.replace(
    /^https:\/\/bucketeer-[\w-]+\.s3\.amazonaws\.com\//,
    'https://substack-post-media.s3.amazonaws.com/',
  )
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}
