import type { HtmlOptions } from '#core/from-html/html-events.ts'
import {
  asPage,
  notesAt,
  publicationOf,
  readNotedDate,
  storable,
} from '#server/features/import/article-notes.ts'
import { cardToHtml } from '#server/features/import/ghost/cards-to-html.ts'
import { type GhostTables, metaOf, readTables, tableOf } from '#server/features/import/ghost/ghost-tables.ts'
import { lexicalToHtml } from '#server/features/import/ghost/lexical-to-html.ts'
import {
  fillPermalink,
  findRedirects,
  type Redirects,
  readPermalinks,
} from '#server/features/import/ghost/redirects.ts'
import {
  type ImportedArticle,
  type ImportedItem,
  type ImportedPage,
  MAX_ARTICLES,
  MAX_RECORD_LENGTH,
  type ReadSource,
  type Report,
} from '#server/features/import/imported.ts'
import { markdownToHtml } from '#server/features/import/markdown/markdown-to-html.ts'
import { escapeHtml, htmlToMarkdown, htmlToText } from '#server/platform/documents/html/read-html.ts'
import {
  BrokenJson,
  flagField,
  isObject,
  listField,
  parseJson,
  readJson,
  textField,
} from '#server/platform/documents/json/read-json.ts'
import type { Json, JsonObject } from '#server/platform/documents/json/record-reader.ts'
import { readLanguage } from '#server/platform/documents/read-language.ts'
import { type SourceFile, UnreadableSource } from '#server/platform/documents/source-file.ts'

/** The marks that are put before addresses of the site itself. */
const SITE = /^(?:__GHOST_URL__|%%GHOST_URL%%)/
const CONTENT = /(?:^|\/)(content\/(?:images|media|files)\/.+)$/

const resolveGhost = (address: string) => address.replace(SITE, '') || (SITE.test(address) ? '/' : '')

/** Reads an export of Ghost, or a bundle of exports with their pictures. */
export const readGhost: ReadSource = async function* (source, report) {
  const exports = source.files.filter(
    ({ path }) => /\.json$/i.test(path) && !/(?:^|\/)(?:redirects|package|manifest)\.json$/.test(path),
  )
  if (exports.length === 0)
    throw new UnreadableSource(`${source.name} has no JSON file, as exports of Ghost have.`)
  for (const { path } of source.files) {
    const address = CONTENT.exec(path)?.[1]
    if (address) yield { kind: 'picture', address: `/${address}`, entry: path, alt: '', caption: '' }
  }
  const permalinks = await readPermalinks(source.files, report)
  const redirects = await findRedirects(source.files, report)
  let isExport = false
  for (const file of exports) {
    const tables = await readTables(file)
    if (tables.rows === 0) continue
    isExport = true
    yield* readExport(file, { tables, permalinks, redirects, report })
  }
  if (!isExport)
    throw new UnreadableSource(
      `${source.name} is no export of Ghost, or was cut short at the beginning. Export it again under Settings, Migration tools.`,
    )
  redirects.reportUnused(report)
}

interface Reading {
  tables: GhostTables
  permalinks: string[]
  redirects: Redirects
  report: Report
}

async function* readExport(
  file: SourceFile,
  { tables, permalinks, redirects, report }: Reading,
): AsyncIterable<ImportedItem> {
  for (const [id, { name, slug }] of tables.users)
    yield { kind: 'author', sourceId: `ghost:author:${id}`, name, slug }
  for (const [id, { name, slug, isInternal }] of tables.tags)
    if (!isInternal)
      yield { kind: 'term', sourceId: `ghost:tag:${id}`, taxonomy: 'tag', name, slug, parent: null }
  const seen = new Set<string>()
  const options = {
    isRecord: (path: readonly string[]) => tableOf(path) === 'posts',
    maxLength: MAX_RECORD_LENGTH,
  }
  const place = { file: file.path, title: '', sourceId: '' }
  const { fail, leaveOut } = notesAt(place, report)
  for (const [table, count] of tables.unread) leaveOut(table, count)
  let number = 0
  try {
    for await (const { value, isTooLarge } of readJson(file.open(), options)) {
      number += 1
      if (isTooLarge || !isObject(value)) {
        fail(isTooLarge ? 'too-large' : 'unreadable', `post ${number}`, 'left-out')
        continue
      }
      const article = readPost(value, { file: file.path, tables, permalinks, redirects, report, seen })
      if (article) yield article
      if (seen.size >= MAX_ARTICLES) return fail('too-large', `more than ${MAX_ARTICLES} posts`, 'left-out')
    }
  } catch (error) {
    if (!(error instanceof BrokenJson)) throw error
    fail('incomplete', `the file ends or breaks after post ${number}`, 'left-out')
  }
}

interface PostContext extends Reading {
  file: string
  seen: Set<string>
}

function readPost(
  post: JsonObject,
  { file, tables, permalinks, redirects, report, seen }: PostContext,
): ImportedArticle | ImportedPage | null {
  const text = (name: string) => textField(post, name)
  const id = text('id') || text('uuid')
  const sourceId = `ghost:${id}`
  const { info, warn, fail } = notesAt({ file, title: text('title'), sourceId }, report)
  if (!id) fail('unreadable', 'a post without an id', 'left-out')
  else if (seen.has(id)) warn('duplicate', id, 'left-out')
  if (!id || seen.has(id)) return null
  seen.add(id)
  const isPage = text('type') === 'page' || flagField(post, 'page')
  if (isPage) info('page', text('slug'), 'draft')
  const tags = (tables.articleTags.get(id) ?? []).flatMap((tag) => {
    const found = tables.tags.get(tag)
    return found ? [{ id: tag, ...found }] : []
  })
  const authors = (tables.authors.get(id) ?? [text('author_id')]).filter((author) => tables.users.has(author))
  const shown = tags.filter(({ isInternal }) => !isInternal)
  const state = publicationOf(isPage || isDraft(post, warn), text('published_at'), warn)
  const meta = { ...(tables.meta.get(id) ?? metaOf(post)) }
  const image = resolveGhost(text('feature_image') || text('image'))
  const slug = text('slug')
  const parts = {
    id,
    slug,
    date: state.publishDate,
    tag: shown[0]?.slug ?? '',
    author: tables.users.get(authors[0] ?? '')?.slug ?? '',
  }
  const ways = isPage ? ['/{slug}/'] : permalinks
  const addresses = ways.flatMap((link) => (slug ? (fillPermalink(link, parts) ?? []) : []))
  const caption = htmlToText(meta.caption)
  const article = storable(
    {
      kind: 'article',
      sourceId,
      language: languageOf(text('locale'), tags, tables.language),
      translationOf: null,
      slug,
      title: text('title'),
      subtitle: '',
      excerpt: text('custom_excerpt') || meta.description,
      markdown: articleText(post, { report: warn, resolve: resolveGhost }),
      ...state,
      updatedDate: readNotedDate(text('updated_at'), warn),
      authors: authors.map((author) => `ghost:author:${author}`),
      categories: [],
      tags: shown.map((tag) => `ghost:tag:${tag.id}`),
      hero: image ? { address: image, alt: meta.alt, caption } : null,
      featured: flagField(post, 'featured'),
      social:
        meta.socialTitle || meta.socialDescription || meta.socialImage
          ? {
              title: meta.socialTitle,
              description: meta.socialDescription,
              image: resolveGhost(meta.socialImage),
            }
          : null,
      oldAddresses: [...new Set([...addresses, ...redirects.leadingTo(addresses)])],
    },
    file,
    report,
  )
  return article && isPage ? asPage(article) : article
}

function isDraft(post: JsonObject, warn: ReturnType<typeof notesAt>['warn']): boolean {
  const status = textField(post, 'status')
  const visibility = textField(post, 'visibility')
  if (status === 'sent' || (visibility && visibility !== 'public')) {
    // Articles that readers have paid for, or got by mail alone, are not shown to everybody.
    warn('members-only', status === 'sent' ? 'sent by mail only' : visibility, 'draft')
    return true
  }
  return status !== 'scheduled' && status !== 'published'
}

/** Ghost has one language for a site; papers with several mark their articles with internal tags such as `#de`. */
function languageOf(
  locale: string,
  tags: { name: string; isInternal: boolean }[],
  ofSite: string,
): string | null {
  const marked = tags
    .filter(({ isInternal }) => isInternal)
    .map(({ name }) => readLanguage(name.replace(/^#/, '')))
  return readLanguage(locale) ?? marked.find(Boolean) ?? readLanguage(ofSite)
}

/** The text of an article, from the newest of the formats that it has. */
function articleText(post: JsonObject, options: Required<Pick<HtmlOptions, 'report' | 'resolve'>>): string {
  const documents = ['lexical', 'mobiledoc'] as const
  for (const name of documents) {
    const stored = textField(post, name)
    if (!stored) continue
    const document = parseJson(stored)
    const html =
      name === 'lexical' ? lexicalToHtml(document, options.report) : mobiledocToHtml(document, options.report)
    if (html !== null) return htmlToMarkdown(html, options)
    options.report('unreadable', name, textField(post, 'html') ? 'replaced' : 'left-out')
  }
  const html = textField(post, 'html') || markdownToHtml(textField(post, 'markdown'))
  return htmlToMarkdown(html, options)
}

const [MARKUP, IMAGE, LIST, CARD] = [1, 2, 3, 10]
const TAGS = /^(?:p|h[1-6]|blockquote|aside|ul|ol|a|b|strong|i|em|s|del|u|code|sub|sup|mark|pull-quote)$/i

const list = (value: Json | undefined): Json[] => (Array.isArray(value) ? value : [])
const text = (value: Json | undefined): string => (typeof value === 'string' ? value : '')

/** Writes a document of Ghost's earlier editor as HTML for the converter; null when it is none. */
function mobiledocToHtml(document: Json, report: HtmlOptions['report']): string | null {
  if (!isObject(document) || !Array.isArray(document.get('sections'))) return null
  return listField(document, 'sections')
    .map((section) => writeSection(list(section), document, report))
    .join('')
}

function writeSection(section: Json[], document: JsonObject, report: HtmlOptions['report']): string {
  const [type, second, third] = section
  if (type === MARKUP) return element(text(second), writeMarkers(list(third), document))
  if (type === IMAGE) return `<p><img src="${escapeHtml(text(second))}"></p>`
  if (type === LIST)
    return element(
      text(second),
      list(third)
        .map((item) => `<li>${writeMarkers(list(item), document)}</li>`)
        .join(''),
    )
  if (type !== CARD) return ''
  const [name, payload] = list(listField(document, 'cards')[Number(second)])
  return cardToHtml(text(name), isObject(payload) ? payload : new Map(), report)
}

/** Writes texts and atoms with the markups that open before them and close after them. */
function writeMarkers(markers: Json[], document: JsonObject): string {
  const markups = listField(document, 'markups')
  const open: string[] = []
  let html = ''
  for (const marker of markers) {
    const [type, opening, closing, value] = list(marker)
    for (const index of list(opening)) {
      const [written, attributes] = list(markups[Number(index)])
      const tag = TAGS.test(text(written)) ? text(written) : 'span'
      const at = list(attributes).indexOf('href')
      const href = at === -1 ? '' : ` href="${escapeHtml(text(list(attributes)[at + 1]))}"`
      html += `<${tag}${href}>`
      open.push(tag)
    }
    html +=
      type === 1 ? writeAtom(list(listField(document, 'atoms')[Number(value)])) : escapeHtml(text(value))
    for (let count = Math.min(Number(closing) || 0, open.length); count > 0; count--)
      html += `</${open.pop()}>`
  }
  while (open.length > 0) html += `</${open.pop()}>`
  return html
}

function writeAtom([name, value]: Json[]): string {
  return name === 'soft-return' ? '<br>' : escapeHtml(text(value))
}

function element(written: string, inner: string): string {
  const tag = TAGS.test(written) ? written.toLowerCase().replace(/^(?:aside|pull-quote)$/, 'blockquote') : 'p'
  return `<${tag}>${inner}</${tag}>`
}
