import type { NotePlace } from '#core/domain/site-import.ts'
import type { HtmlOptions } from '#server/features/import/html/html-to-markdown.ts'
import {
  type ImportedArticle,
  type ImportedPage,
  MAX_ARTICLE_BYTES,
  type Report,
} from '#server/features/import/imported.ts'

/** Reports what is wrong at one place. */
export function notesAt(place: NotePlace, report: Report) {
  const add =
    (severity: 'info' | 'warning' | 'error'): HtmlOptions['report'] =>
    (kind, what, becomes) =>
      report({ severity, kind, place, what, becomes })
  return { info: add('info'), warn: add('warning'), fail: add('error') }
}

/** An article that the database can store; null, with a note, for one that is too large. */
export function storable(article: ImportedArticle, file: string, report: Report): ImportedArticle | null {
  const clean = (text: string) => text.toWellFormed().replaceAll('\u0000', '\uFFFD')
  const { title, sourceId, markdown } = article
  const bytes = Buffer.byteLength(markdown)
  if (bytes > MAX_ARTICLE_BYTES) {
    const what = `${(bytes / 1024 ** 2).toFixed(1)} MB`
    notesAt({ file, title, sourceId }, report).fail('too-large', what, 'left-out')
    return null
  }
  return {
    ...article,
    title: clean(title).replace(/\s+/g, ' ').trim(),
    subtitle: clean(article.subtitle).replace(/\s+/g, ' ').trim(),
    excerpt: clean(article.excerpt).replace(/\s+/g, ' ').trim(),
    markdown: clean(markdown),
  }
}

/** What a source calls a page, which it stores like an article. */
export function asPage({
  sourceId,
  language,
  translationOf,
  slug,
  title,
  excerpt,
  markdown,
  oldAddresses,
}: ImportedArticle): ImportedPage {
  const rest = { language, translationOf, slug, title, markdown, oldAddresses }
  return { kind: 'page', sourceId, description: excerpt, ...rest }
}
