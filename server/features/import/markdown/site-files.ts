import { posix } from 'node:path'
import { notesAt } from '#server/features/import/article-notes.ts'
import type { Report } from '#server/features/import/imported.ts'
import { dateOfField } from '#server/features/import/markdown/fields.ts'
import type { Document } from '#server/features/import/markdown/front-matter.ts'
import { dateOfPath, type Generator, isBundle } from '#server/features/import/markdown/site-addresses.ts'
import type { ImportSource } from '#server/features/import/source/import-source.ts'
import type { SourceFile } from '#server/platform/documents/source-file.ts'
import { readHead } from '#server/platform/documents/source-file.ts'

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
