import { posix } from 'node:path'
import * as z from 'zod'
import { fileNameOf } from '#core/from-html/addresses.ts'
import { escapeText } from '#core/translation/escape-text.ts'
import { writeAddress } from '#core/translation/link-writing.ts'
import { withoutEnd } from '#core/truncate.ts'
import { UPLOADS } from '#server/features/export/own-addresses.ts'
import {
  asPage,
  notesAt,
  publicationOf,
  readNotedDate,
  reportUnread,
  storable,
} from '#server/features/import/article-notes.ts'
import {
  type ImportedArticle,
  type ImportedItem,
  type ImportedPicture,
  MAX_ARTICLE_BYTES,
  MAX_ARTICLES,
  type ReadSource,
  type Report,
} from '#server/features/import/imported.ts'
import { documentText } from '#server/features/import/markdown/document-text.ts'
import * as read from '#server/features/import/markdown/fields.ts'
import { type Document, MAX_OWN_LENGTH, readDocument } from '#server/features/import/markdown/front-matter.ts'
import {
  describeIssue,
  moment,
  parseOwnArticle,
  plain,
  text,
} from '#server/features/import/markdown/own-article.ts'
import {
  findOwnExport,
  listOwnDocuments,
  type OwnExport,
  ownSourceId,
} from '#server/features/import/markdown/own-export.ts'
import {
  dateOfPath,
  describeFolders,
  ENDING,
  type Generator,
  generatorOf,
  isBundle,
  kindOf,
  listTexts,
  type SiteFolders,
  slugOfPath,
  usualAddresses,
} from '#server/features/import/markdown/site-files.ts'
import { readTranslations, type Translations } from '#server/features/import/markdown/translations.ts'
import { BrokenJson, readJson } from '#server/platform/documents/json/read-json.ts'
import { readLanguage } from '#server/platform/documents/read-language.ts'
import { readText, type SourceFile, UnreadableSource } from '#server/platform/documents/source-file.ts'
import { requireObjectName } from '#server/supabase/storage/objects.ts'

const MAX_ADDRESSES = 99
interface Reading {
  own: OwnExport | null
  generator: Generator
  folders: SiteFolders
  translations: Translations
  pictures: SitePictures
  notes: SiteDocuments
  named: Set<string>
  placed: Set<string>
  report: Report
}

/** Reads Markdown files with fields, as Hugo, Jekyll, Astro, Obsidian and our own export have them, of a folder or a zip. */
export const readMarkdown: ReadSource = async function* (source, report) {
  const own = await findOwnExport(source)
  const generator = own ? 'ai-watch' : generatorOf(source.files)
  const documents = own ? listOwnDocuments(own, report) : await listTexts(source, generator, report)
  if (documents.length === 0 && !own)
    throw new UnreadableSource(`${source.name} has no Markdown files (.md, .mdx, .markdown).`)
  const used = documents.slice(0, MAX_ARTICLES)
  if (used.length < documents.length)
    notesAt({ file: '', title: '', sourceId: '' }, report).fail(
      'too-large',
      `more than ${MAX_ARTICLES} documents`,
      'left-out',
    )
  const paths = used.map(({ path }) => path)
  if (own) yield* readOwnPictures(own, report)
  const reading: Reading = {
    own,
    generator,
    folders: describeFolders(paths, generator),
    translations: await readTranslations(own ? [] : used),
    pictures: listPictures(source.files),
    notes: listDocuments(paths),
    named: new Set(),
    placed: new Set(),
    report,
  }
  for (const file of used) yield* readFile(file, reading)
}

async function* readFile(file: SourceFile, reading: Reading): AsyncIterable<ImportedItem> {
  const { path } = file
  const { report, own } = reading
  const sourceId = own ? ownSourceId(own, path) : `markdown:${path}`
  const maxBytes = own ? 2 * MAX_ARTICLE_BYTES : MAX_ARTICLE_BYTES
  const text = await readText(file, maxBytes)
  if (!text) return reportUnread(file, { maxBytes, report })
  const atFile = notesAt({ file: path, title: '', sourceId }, report)
  if (text.text.includes('\0')) return atFile.fail('unreadable', 'no text', 'left-out')
  if (text.isDamaged) atFile.warn('encoding', 'bytes that are no text', 'replaced')
  const document = readDocument(text.text, own ? MAX_OWN_LENGTH : undefined)
  if (document.problem) return atFile.fail('unreadable', document.problem, 'left-out')
  const kind = kindOf(path, document, reading.folders)
  if (kind === 'left-out') return atFile.info('page', path, 'left-out')
  const isPage = kind === 'page'
  if (isPage) atFile.info('page', path, 'draft')
  if (document.isUnread) atFile.warn('format', 'fields in a language that is not read', 'draft')
  for (const item of readArticle({ path, sourceId, isPage }, document, reading))
    yield isPage && item.kind === 'article' ? asPage(item) : item
}

function* readArticle(
  { path, sourceId: idOfFile, isPage }: { path: string; sourceId: string; isPage: boolean },
  document: Document,
  reading: Reading,
): Iterable<ImportedItem> {
  const { fields } = document
  const { title, body } = titled(document, path)
  const notes = notesAt({ file: path, title, sourceId: idOfFile }, reading.report)
  const { translations, generator, own } = reading
  const parsed = own && !isPage ? parseOwnArticle(fields) : null
  if (parsed && 'problem' in parsed) return notes.fail('unreadable', parsed.problem, 'left-out')
  const sourceId = own && parsed ? ownSourceId(own, `${parsed.language}/${parsed.slug}`) : idOfFile
  if (translations.isSecond(path)) notes.warn('translation', 'another document of this language', 'original')
  for (const name of read.unreadFields(fields, parsed !== null)) notes.leaveOut(`field ${name}`)
  const authors = read.namesOfField(fields, 'authors')
  const categories = read.namesOfField(fields, 'categories', generator === 'jekyll')
  const tags = read.namesOfField(fields, 'tags', generator === 'jekyll')
  yield* names(authors, 'author', reading.named)
  yield* names(categories, 'category', reading.named)
  yield* names(tags, 'tag', reading.named)
  const entries: string[] = []
  const placePicture = (address: string): string | null => {
    // Those of an export of ours come to the addresses that it names.
    if (own) return null
    const entry = reading.pictures.find(address, path)
    if (entry !== null) entries.push(entry)
    else if (address && !/^(?:https?:|\/\/|data:)/i.test(address)) notes.warn('picture', address, 'ignored')
    return entry === null ? null : entryAddress(entry)
  }
  const isDraft =
    isPage ||
    document.isUnread ||
    read.isHeldBack(fields) ||
    /(?:^|\/)(?:_?drafts\/|_draft[^/]*$)/i.test(path) ||
    (generator === 'astro' && /\/_/.test(path))
  const state = publicationOf(isDraft, read.dateOfField(fields, 'date') || dateOfPath(path), notes.warn)
  const slug = (read.textOfField(fields, 'slug') || slugOfPath(path)).split('/').filter(Boolean).at(-1) ?? ''
  const language = own ? readLanguage(read.textOfField(fields, 'language')) : translations.languageOf(path)
  const original = translations.originalOf(path)
  const oldAddresses = own
    ? (parsed?.oldAddresses ?? [])
    : addressesOf({ path, slug, date: state.publishDate, language, categories, generator }, document)
  const text = own
    ? body.replace(/\n$/, '')
    : documentText(body, {
        report: notes.warn,
        kind: /\.mdx$/i.test(path) ? 'mdx' : /\.html?$/i.test(path) ? 'html' : 'markdown',
        hasLiquid: generator === 'jekyll' || generator === 'eleventy',
        findNote: (name) => noteOrPicture(name, path, reading),
        placePicture,
        resolve: (address) => fromRoot(address, path, oldAddresses[0] ?? '/'),
      })
  const sound = fromRoot(read.soundOfField(fields), path, oldAddresses[0] ?? '/')
  const hasSound = sound !== '' && !body.includes(read.soundOfField(fields))
  if (hasSound) notes.warn('media', sound, 'link')
  const markdown = hasSound ? `${text}\n\n${soundLink(sound)}`.trim() : text
  const picture = read.pictureOfField(fields)
  const hero = picture && { ...picture, address: placePicture(picture.address) ?? picture.address }
  for (const entry of entries) {
    if (reading.placed.has(entry)) continue
    reading.placed.add(entry)
    yield { kind: 'picture', address: entryAddress(entry), entry, alt: '', caption: '' }
  }
  const article = storable(
    {
      kind: 'article',
      sourceId,
      language,
      translationOf:
        own && parsed?.original
          ? ownSourceId(own, parsed.original)
          : original === null
            ? null
            : `markdown:${original}`,
      slug,
      title,
      subtitle: read.textOfField(fields, 'subtitle'),
      excerpt: read.textOfField(fields, 'excerpt'),
      markdown,
      ...state,
      ...(parsed?.own.schedule && {
        status: 'scheduled',
        publishDate: new Date(parsed.own.schedule.at).toISOString(),
      }),
      updatedDate: readNotedDate(read.dateOfField(fields, 'updated'), notes.warn),
      authors: authors.map((name) => idOf('author', name)),
      categories: categories.map((name) => idOf('category', name)),
      tags: tags.map((name) => idOf('tag', name)),
      hero,
      featured: read.isSet(fields, 'featured'),
      social: null,
      oldAddresses,
      ...(parsed && { own: parsed.own }),
    } satisfies ImportedArticle,
    path,
    reading.report,
  )
  if (article) yield article
}

const soundLink = (address: string) =>
  `[${escapeText(fileNameOf(address), { escaping: 'all', startsLine: true, endsLine: true, isBlock: true })}](${writeAddress(address)})`

function noteOrPicture(name: string, path: string, { notes, pictures }: Reading): string | null {
  const picture = pictures.find(name, path)
  return picture === null ? notes.find(name) : entryAddress(picture)
}

/** The title of the fields, of the first heading, or of the file. */
function titled({ fields, body }: Document, path: string): { title: string; body: string } {
  const title = read.textOfField(fields, 'title')
  if (title) return { title, body }
  const [whole = '', line = ''] = /^\s*# +(.+)(?:\n|$)/.exec(body) ?? []
  const heading = line.trim().replace(/ #+$/, '').trim()
  if (heading) return { title: heading, body: body.slice(whole.length) }
  return { title: slugOfPath(path).replaceAll('-', ' '), body }
}

const idOf = (kind: string, name: string) => `markdown:${kind}:${name.toLowerCase()}`

function* names(
  list: string[],
  kind: 'author' | 'category' | 'tag',
  seen: Set<string>,
): Iterable<ImportedItem> {
  for (const name of list) {
    const sourceId = idOf(kind, name)
    if (seen.has(sourceId)) continue
    seen.add(sourceId)
    if (kind === 'author') yield { kind, sourceId, name, slug: '' }
    else yield { kind: 'term', sourceId, taxonomy: kind, name, slug: '', parent: null }
  }
}

/** Lists the addresses where an article was; its path comes last, because documents link to each other by it. */
function addressesOf(parts: Parameters<typeof usualAddresses>[0], { fields }: Document): string[] {
  const { slug, date } = parts
  const own = read
    .textOfField(fields, 'address')
    .replace(/:(year|month|day|title|slug)/g, (_, name: string) =>
      name === 'year' || name === 'month' || name === 'day'
        ? ((date ?? '').slice(0, 10).split('-')[['year', 'month', 'day'].indexOf(name)] ?? '')
        : slug,
    )
  const paths = [own, ...usualAddresses(parts), ...read.aliasesOf(fields)].flatMap(pathOf)
  return [...new Set([...paths.slice(0, MAX_ADDRESSES), entryAddress(parts.path)])]
}

function pathOf(address: string): string[] {
  const url = address
    ? URL.parse(address.includes(':') ? address : address.replace(/^\/*/, '/'), 'https://path.invalid')
    : null
  return url ? [url.pathname + url.search] : []
}

interface SiteDocuments {
  /** The address of the document that is meant by a path, the end of one, or a name, with or without its ending. */
  find: (name: string) => string | null
}

/** Documents link to each other by their names, and sites to paths below their folder of texts. */
function listDocuments(paths: readonly string[]): SiteDocuments {
  const byName = new Map<string, string>()
  for (const path of paths) {
    const parts = keyOf(isBundle(path) ? posix.dirname(path) : path).split('/')
    for (const index of parts.keys()) {
      const name = parts.slice(index).join('/')
      if (!byName.has(name)) byName.set(name, entryAddress(path))
    }
  }
  return { find: (name) => byName.get(keyOf(isBundle(name) ? posix.dirname(name) : name)) ?? null }
}

const keyOf = (path: string) =>
  withoutEnd(path.replace(/^(?:\.{0,2}\/)+/, ''), '/')
    .replace(ENDING, '')
    .normalize('NFC')
    .toLowerCase()

/**
 * An address as seen from the root: that of a file is beside the document, any other beside the page that the document was. One that
 * leads out of the source stays as it is.
 */
function fromRoot(address: string, path: string, page: string): string {
  if (address === '' || address.length > MAX_PATH_LENGTH || /^(?:[a-z][a-z\d+.-]*:|[/#?])/i.test(address))
    return address
  const isFile = /\.[a-z]\w{1,7}(?:[?#]|$)/i.test(address)
  const folder = isFile || page.endsWith('/') ? (isFile ? posix.dirname(path) : page) : posix.dirname(page)
  const whole = posix.normalize(posix.join(folder, address)).replace(/^\//, '').normalize('NFC')
  return whole.startsWith('..') ? address : `/${whole}`
}

const FILE = 'pictures.json'
const MAX_PICTURES = 200_000
/** The most that is known of a picture: six languages with two texts of 500 characters each. */
const MAX_RECORD_LENGTH = 50_000

const texts = z.record(z.string().max(10), text(500))

const picture = z.object({
  address: text(2000).refine(
    (address) => address.startsWith(UPLOADS) && isName(address.slice(UPLOADS.length)),
    'is none of an upload',
  ),
  file: text(2000),
  alts: texts.default({}),
  decorative: z.boolean().default(false),
  captions: texts.default({}),
  credit: text(200).nullable().default(null),
  licence: text(100).nullable().default(null),
  licenceUrl: text(1000).nullable().default(null),
  focus: z.tuple([z.int().min(0).max(100), z.int().min(0).max(100)]).default([50, 50]),
  originalName: text(255).nullable().default(null),
  source: text(2000).nullable().default(null),
  uploaded: moment.nullable().default(null),
})

function isName(name: string): boolean {
  try {
    return requireObjectName(name) === name
  } catch {
    return false
  }
}

/** The pictures of an export of ours, with what it knows of each. */
async function* readOwnPictures({ files }: OwnExport, report: Report): AsyncIterable<ImportedPicture> {
  const list = files.get(FILE)
  if (!list) return
  const { fail } = notesAt({ file: list.path, title: '', sourceId: '' }, report)
  let count = 0
  try {
    const options = { isRecord: (path: readonly string[]) => path.length === 1, maxLength: MAX_RECORD_LENGTH }
    for await (const { value } of readJson(list.open(), options)) {
      if (++count > MAX_PICTURES) return fail('too-large', `more than ${MAX_PICTURES} pictures`, 'left-out')
      const { data, error } = picture.safeParse(plain(value))
      const file = files.get(data?.file ?? '')
      if (!data) fail('picture', describeIssue(error), 'left-out')
      else if (!file) fail('picture', `${data.file.slice(0, 150)} is not in the export`, 'left-out')
      else yield { kind: 'picture', address: data.address, entry: file.path, alt: '', caption: '', own: data }
    }
  } catch (error) {
    if (!(error instanceof BrokenJson || error instanceof UnreadableSource)) throw error
    fail('incomplete', error.message, 'left-out')
  }
}

const PICTURE = /\.(?:png|jpe?g|gif|webp|avif|svg)$/i
/** Folders that generators put at the root of a site. */
const ROOTS = ['', 'static', 'public', 'assets', 'src/assets', 'source']

/** A path of steps takes the square of its length. */
const MAX_PATH_LENGTH = 2_000

interface SitePictures {
  /** The entry that an address in a document means; null for one elsewhere, or none. */
  find: (address: string, document: string) => string | null
}

/** The pictures of a source by their paths and names. */
function listPictures(files: readonly SourceFile[]): SitePictures {
  const paths = new Set<string>()
  const byName = new Map<string, string>()
  for (const { path } of files) {
    if (!PICTURE.test(path)) continue
    paths.add(path)
    const name = posix.basename(path).toLowerCase()
    if (!byName.has(name)) byName.set(name, path)
  }
  const roots = rootsOf(files)
  return {
    find(address, document) {
      if (address.length > MAX_PATH_LENGTH || /^(?:[a-z][a-z\d+.-]*:|\/\/|#)/i.test(address)) return null
      const written = decoded(address.replace(/[?#].*$/s, '')).normalize('NFC')
      const beside = posix.normalize(posix.join(posix.dirname(document), written)).replace(/^\.\//, '')
      if (!written.startsWith('/') && paths.has(beside)) return beside
      for (const root of roots) {
        const path = posix.normalize(posix.join(root, written)).replace(/^\//, '')
        if (paths.has(path)) return path
      }
      // Notes name pictures without their folders.
      return written.includes('/') ? null : (byName.get(written.toLowerCase()) ?? null)
    },
  }
}

/** A zip often has one folder around everything. */
function rootsOf(files: readonly SourceFile[]): string[] {
  const tops = new Set(files.map(({ path }) => path.split('/')[0] ?? ''))
  const [top = ''] = tops
  const isAround = tops.size === 1 && files.every(({ path }) => path.includes('/'))
  return isAround ? [...ROOTS, ...ROOTS.map((root) => posix.join(top, root))] : ROOTS
}

/** The address by which texts name a picture of the source: its path, as an address of this site. */
function entryAddress(entry: string): string {
  return `/${entry
    .split('/')
    .map((part) => encodeURIComponent(part).replace(/[()']/g, percent))
    .join('/')}`
}

const percent = (character: string) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`

function decoded(address: string): string {
  try {
    return decodeURIComponent(address)
  } catch {
    return address
  }
}
