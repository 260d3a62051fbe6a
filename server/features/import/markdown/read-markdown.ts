import { fileNameOf } from '#core/from-html/addresses.ts'
import { escapeText } from '#core/translation/escape-text.ts'
import { writeAddress } from '#core/translation/link-writing.ts'
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
  MAX_ARTICLE_BYTES,
  MAX_ARTICLES,
  type ReadSource,
  type Report,
} from '#server/features/import/imported.ts'
import { documentText } from '#server/features/import/markdown/document-text.ts'
import * as read from '#server/features/import/markdown/fields.ts'
import { type Document, MAX_OWN_LENGTH, readDocument } from '#server/features/import/markdown/front-matter.ts'
import { parseOwnArticle } from '#server/features/import/markdown/own-article.ts'
import {
  findOwnExport,
  listOwnDocuments,
  type OwnExport,
  ownSourceId,
} from '#server/features/import/markdown/own-export.ts'
import { readOwnPictures } from '#server/features/import/markdown/own-pictures.ts'
import * as site from '#server/features/import/markdown/site-addresses.ts'
import {
  fromRoot,
  listDocuments,
  type SiteDocuments,
} from '#server/features/import/markdown/site-documents.ts'
import {
  describeFolders,
  kindOf,
  listTexts,
  type SiteFolders,
} from '#server/features/import/markdown/site-files.ts'
import {
  entryAddress,
  listPictures,
  type SitePictures,
} from '#server/features/import/markdown/site-pictures.ts'
import { readTranslations, type Translations } from '#server/features/import/markdown/translations.ts'
import { readLanguage } from '#server/platform/documents/read-language.ts'
import type { SourceFile } from '#server/platform/documents/source-file.ts'
import { readText, UnreadableSource } from '#server/platform/documents/source-file.ts'

const MAX_ADDRESSES = 99
interface Reading {
  own: OwnExport | null
  generator: site.Generator
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
  const generator = own ? 'ai-watch' : site.generatorOf(source.files)
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
  const state = publicationOf(isDraft, read.dateOfField(fields, 'date') || site.dateOfPath(path), notes.warn)
  const slug =
    (read.textOfField(fields, 'slug') || site.slugOfPath(path)).split('/').filter(Boolean).at(-1) ?? ''
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
  return { title: site.slugOfPath(path).replaceAll('-', ' '), body }
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
function addressesOf(parts: Parameters<typeof site.usualAddresses>[0], { fields }: Document): string[] {
  const { slug, date } = parts
  const own = read
    .textOfField(fields, 'address')
    .replace(/:(year|month|day|title|slug)/g, (_, name: string) =>
      name === 'year' || name === 'month' || name === 'day'
        ? ((date ?? '').slice(0, 10).split('-')[['year', 'month', 'day'].indexOf(name)] ?? '')
        : slug,
    )
  const paths = [own, ...site.usualAddresses(parts), ...read.aliasesOf(fields)].flatMap(pathOf)
  return [...new Set([...paths.slice(0, MAX_ADDRESSES), entryAddress(parts.path)])]
}

function pathOf(address: string): string[] {
  const url = address
    ? URL.parse(address.includes(':') ? address : address.replace(/^\/*/, '/'), 'https://path.invalid')
    : null
  return url ? [url.pathname + url.search] : []
}
