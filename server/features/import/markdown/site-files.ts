import { readdir } from 'node:fs/promises'
import { dirname, join, posix } from 'node:path'
import { notesAt } from '#server/features/import/article-notes.ts'
import type { Report } from '#server/features/import/imported.ts'
import { dateOfField } from '#server/features/import/markdown/fields.ts'
import type { Document } from '#server/features/import/markdown/front-matter.ts'
import type { ImportSource } from '#server/features/import/source/import-source.ts'
import { diskFile, readHead, type SourceFile } from '#server/platform/documents/source-file.ts'

const MARKDOWN = /\.(?:mdx?|markdown|mkdn?|mkdown|mdown)$/i
const HTML = /\.html?$/i
/** Markup that generators read and this import does not. */
const UNREAD =
  /\.(?:textile|rst|org|adoc|asciidoc|creole|mediawiki|tex|rmd|qmd|ipynb|dj|njk|liquid|pug|haml|slim|erb|ejs|hbs|webc|vto|canvas|base|docx?|odt|rtf|pages)$|(?:^|\/)(?!(?:robots|humans|ads|security|requirements|license|manifest)\.)[^/]+\.txt$/i
/** The files that are made by a generator, or belong to a theme. */
const NOT_WRITTEN =
  /(?:^|\/)(?:archetypes|_includes|_layouts|_data|layouts|themes|exampleSite|node_modules|_site|public|dist|static|assets)\//
/** Documents about the files themselves, and lists of Hugo's sections. */
const ABOUT_FILES =
  /(?:^|\/)(?:_index(?:\.[\w-]+)?|readme|license|changelog|contributing|code[-_]of[-_]conduct)\.\w+$/i
/** Names that an article could have as well. */
const ABOUT_FILES_WITHOUT_DATE =
  /(?:^|\/)(?:history|changes|releases?|todo|contributors|maintainers|security|copying|notice|upgrading|install|(?:issue|pull_request)_template)\.\w+$/i

/** The documents of a source. What else has a text is named in the report. */
export async function listTexts(
  { files }: ImportSource,
  generator: Generator,
  report: Report,
): Promise<SourceFile[]> {
  const documents: SourceFile[] = []
  for (const file of files) {
    const { path } = file
    const { info, warn } = notesAt({ file: path, title: '', sourceId: '' }, report)
    const isOfSite = generator !== 'notes' && NOT_WRITTEN.test(path)
    if (UNREAD.test(path) && !isOfSite) warn('unreadable', path, 'left-out')
    if (!MARKDOWN.test(path) && (isOfSite || !(await isHtmlDocument(file)))) continue
    if (ABOUT_FILES.test(path) || isOfSite) info('page', path, 'left-out')
    else documents.push(file)
  }
  return documents
}

/** Jekyll's importers write HTML. Elsewhere it is a document if it has fields. */
const isHtmlDocument = async (file: SourceFile) =>
  HTML.test(file.path) &&
  (/(?:^|\/)_(?:posts|drafts)\//.test(file.path) || /^(?:---|\+\+\+)\s/.test(await readHead(file, 4)))

export interface SiteFolders {
  generator: Generator
  /** True for the folders of pages that are not articles. */
  isRoot: (folder: string) => boolean
  /** True if a folder has documents besides its index. */
  hasOthers: (folder: string) => boolean
}

export function describeFolders(paths: readonly string[], generator: Generator): SiteFolders {
  const others = new Set(paths.filter((path) => !isBundle(path)).map((path) => posix.dirname(path)))
  const [top = ''] = paths[0]?.split('/') ?? []
  const around = paths.every((path) => path.startsWith(`${top}/`)) ? top : '.'
  return {
    generator,
    hasOthers: (folder) => others.has(folder),
    isRoot: (folder) => {
      const plain = folder.replace(/\/[a-z]{2}(?:-[a-z]{2})?$/i, '')
      return plain === '.' || plain === around || /(?:^|\/)(?:content|src|source|pages?)$/.test(plain)
    },
  }
}

/** Tells the kind of a document of a site. One without a date is an article only where articles are, and a draft. */
export function kindOf(
  path: string,
  { fields }: Pick<Document, 'fields'>,
  { generator, isRoot, hasOthers }: SiteFolders,
): 'article' | 'page' | 'left-out' {
  const text = (name: string) => String(fields.get(name) ?? '')
  const layout = text('layout') || text('type')
  const hasDate = dateOfField(fields, 'date') || dateOfPath(path)
  // The four hundred and fourth of numbered articles has a date.
  const isNotFound =
    (generator !== 'notes' && !hasDate && /(?:^|\/)404(?:\.[\w-]+)?\.\w+$/.test(path)) ||
    /^\/?404(?:\.html|\/)?$/.test(text('permalink'))
  if (/^(?:home|archives?|search|redirect|tags|categories|404)$/.test(layout) || isNotFound) return 'left-out'
  if (text('eleventyexcludefromcollections') === 'true') return 'left-out'
  if (layout === 'page' || /(?:^|\/)src\/pages\//.test(path)) return 'page'
  if (generator === 'notes' || generator === 'ai-watch' || hasDate) return 'article'
  const folder = posix.dirname(path)
  const isList = isBundle(path) && (isRoot(folder) || hasOthers(folder))
  const isPosts = /(?:^|\/)(?:_posts|_drafts|drafts|content)\//.test(path)
  if (isList || ABOUT_FILES_WITHOUT_DATE.test(path) || (HTML.test(path) && !isPosts)) return 'left-out'
  return isRoot(folder) ? 'page' : 'article'
}

/** `ai-watch` is an export of this program. */
export type Generator = 'ai-watch' | 'hugo' | 'jekyll' | 'astro' | 'eleventy' | 'notes'

/** Tells which program makes a site of a folder, by the files that it needs. */
export function generatorOf(files: readonly SourceFile[]): Generator {
  const has = (pattern: RegExp) => files.some(({ path }) => pattern.test(path))
  if (has(/(?:^|\/)_config\.ya?ml$/) || has(/(?:^|\/)_posts\//)) return 'jekyll'
  if (has(/(?:^|\/)(?:\.eleventy|eleventy\.config)\.\w+$/)) return 'eleventy'
  if (has(/(?:^|\/)astro\.config\.\w+$/) || has(/(?:^|\/)src\/content\//)) return 'astro'
  if (has(/(?:^|\/)hugo\.(?:toml|ya?ml|json)$/) || has(/(?:^|\/)config\.toml$/) || has(/(?:^|\/)content\//))
    return 'hugo'
  return 'notes'
}

interface Parts {
  generator: Generator
  path: string
  slug: string
  date: string | null
  language: string | null
  categories: string[]
}

/** The addresses that a generator gives an article by itself. */
export function usualAddresses({ generator, path, slug, date, language, categories }: Parts): string[] {
  if (slug === '') return []
  const folder = path.split('/').slice(0, -1)
  const below = (root: RegExp) => {
    const at = folder.findIndex((_, index) => root.test(folder.slice(0, index + 1).join('/')))
    return folder.slice(at + 1)
  }
  const address = (...parts: string[]) => `/${parts.filter(Boolean).map(encodeURIComponent).join('/')}`
  if (generator === 'jekyll') {
    const [year, month, day] = (date ?? '').slice(0, 10).split('-')
    if (!year || !month || !day) return [`${address(slug)}.html`]
    const topics = categories.map((name) => name.toLowerCase().replace(/\s+/g, '-'))
    const whole = address(...topics, year, month, day, slug)
    return [`${whole}.html`, whole]
  }
  if (generator === 'hugo' || generator === 'eleventy') {
    const sections = below(/(?:^|\/)content$/).filter((part) => part !== language)
    const own = isBundle(path) ? sections.slice(0, -1) : sections
    const whole = `${address(...own, slug)}/`
    return language ? [whole, `/${language}${whole}`] : [whole]
  }
  if (generator === 'astro') {
    const sections = below(/(?:^|\/)src\/(?:content|pages)$/)
    const own = isBundle(path) ? sections.slice(0, -1) : sections
    return [`${address(...own, slug)}/`]
  }
  return []
}

/** A folder for one article, with its pictures. */
export const isBundle = (path: string) =>
  /(?:^|\/)index(?:\.[\w-]+)?\.(?:mdx?|markdown|mkdn?|mkdown|mdown|html?)$/i.test(path)

/** The endings of documents: those of Markdown in all spellings, and HTML with fields. */
export const ENDING = /\.(?:mdx?|markdown|mkdn?|mkdown|mdown|html?)$/i

/** The slug in a path: without date, language and ending; that of its folder for an article in one. */
export function slugOfPath(path: string): string {
  const parts = path.split('/')
  const name = isBundle(path) ? (parts.at(-2) ?? '') : (parts.at(-1) ?? '')
  return name
    .replace(ENDING, '')
    .replace(/\.[a-z]{2}(?:[-_][a-z]{2})?$/i, '')
    .replace(/^\d{4}-\d{2}-\d{2}[-_ ]/, '')
}

/** The date in the name of a file or its folder, as Jekyll has it, or in folders of years, months and days. */
export const dateOfPath = (path: string) =>
  /(?:^|\/)(\d{4}-\d{2}-\d{2})(?:[-_ .][^/]*|(?=\/))(?:\/index\.[\w.-]+)?$/.exec(path)?.[1] ??
  /(?:^|\/)(\d{4}\/\d{2}\/\d{2})\//.exec(path)?.[1] ??
  ''

/** The facts of a site that its configuration has. */
interface SiteConfiguration {
  /** The address of the site, with the path below which it is; null where that is not said. */
  address: URL | null
  text: string
}

/** The files in which generators and GitHub Pages keep where a site is. */
const CONFIGURATION =
  /(?:^|\/)(?:hugo\.(?:toml|ya?ml|json)|config\.(?:toml|ya?ml|json)|_config\.ya?ml|astro\.config\.\w+|eleventy\.config\.\w+|gatsby-config\.\w+|docusaurus\.config\.\w+|mkdocs\.ya?ml|(?:pelican|publish)conf\.py|_data\/(?:site|meta|metadata)\.(?:json|js|ya?ml)|CNAME)$/
const MAX_FILES = 10
const HEAD_BYTES = 64 * 1024
/** Texts are often alone in a folder: `content` of Hugo, `src/content/blog` of Astro. */
const FOLDERS_ABOVE = 3

const VALUE = String.raw`["']?\s{0,20}[:=]\s{0,20}["'\x60]?`
/** The names under which the address stands. The second are also those of authors, menus and others, further down. */
const [ADDRESS, ADDRESS_AT_TOP] = [
  /(?:^|[\s{,])["']?(?:base_?url|site_?url)/,
  /(?:^|[\s{,])["']?(?:url|site)/,
].map((name) => new RegExp(`${name.source}${VALUE}(https?:[^\\s"'\`,#]{1,300})`, 'im'))
const PATH = new RegExp(`(?:^|[\\s{,])["']?(?:baseurl|base|root)${VALUE}(/[^\\s"'\`,#]{0,300})`, 'im')
/** Addresses with which generators begin a site. */
const PLACEHOLDER =
  /^(?:localhost|127\.[\d.]+|0\.0\.0\.0|\[::1\]|(?:www\.)?example(?:site)?\.(?:com|net|org)|your-docusaurus-site\.example\.com|(?:www\.)?(?:your|my)-?(?:web)?-?(?:site|domain|blog)\.\w+|(?:your)?-?user-?name\.github\.io)$/

/** The first configuration of a site that says where it is, or else the first of all, in a source or above it; null without one. */
export async function readConfiguration({ files, root }: ImportSource): Promise<SiteConfiguration | null> {
  const inside = files
    .filter(({ path }) => CONFIGURATION.test(path))
    .toSorted((one, other) => one.path.split('/').length - other.path.split('/').length)
  const configurations = await readAll(inside.slice(0, MAX_FILES))
  const found = configurations.find(({ address }) => address) ?? configurations[0] ?? null
  if (found || !root) return found
  let [folder, below] = [dirname(root), root]
  for (let above = 0; above < FOLDERS_ABOVE && folder !== below; above++) {
    const names = (await readdir(folder).catch(() => [])).filter((name) => CONFIGURATION.test(name)).sort()
    const [said] = (
      await readAll(names.slice(0, MAX_FILES).map((name) => diskFile(join(folder, name), name, 1)))
    ).flatMap(({ address, text }) => (address ? [{ address, text }] : []))
    if (said) {
      // Files of two folders of one site may have the same name.
      said.address.pathname = join(said.address.pathname, root.slice(folder.length))
      return said
    }
    ;[folder, below] = [dirname(folder), folder]
  }
  return null
}

async function readAll(files: readonly SourceFile[]): Promise<SiteConfiguration[]> {
  const texts = await Promise.all(
    files.map(async (file) => ({ file, text: await readHead(file, HEAD_BYTES) })),
  )
  return texts.map(({ file, text }) => ({ address: addressIn(text, file.path), text }))
}

function addressIn(text: string, path: string): URL | null {
  if (path.endsWith('CNAME')) return real(`https://${text.trim().split(/\s/)[0]}`)
  const lines = text.replace(/^[ \t]{0,200}(?:#|\/\/).*$/gm, '')
  const address =
    real(ADDRESS?.exec(lines)?.[1] ?? '') ?? real(ADDRESS_AT_TOP?.exec(topOf(lines, path))?.[1] ?? '')
  const below = PATH.exec(lines)?.[1] ?? ''
  if (address?.pathname === '/' && below !== '') address.pathname = below
  return address
}

/** The part of a configuration that is about the whole site. */
function topOf(text: string, path: string): string {
  if (path.endsWith('.toml')) return text.replace(/^[ \t]*\[.*/ms, '')
  if (/\.ya?ml$/.test(path)) return text.replace(/^[ \t-].*$|\{.*$/gm, '')
  let depth = 0
  return text.replace(/[{}]|[^{}]+/g, (part) => {
    depth += part === '{' ? 1 : part === '}' ? -1 : 0
    return depth <= 1 ? part : ''
  })
}

function real(address: string): URL | null {
  const url = URL.parse(address)
  return url?.hostname.includes('.') && !PLACEHOLDER.test(url.hostname) ? url : null
}
