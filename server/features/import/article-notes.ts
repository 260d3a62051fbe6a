import type { NotePlace } from '#core/domain/site-import.ts'
import type { HtmlOptions } from '#core/from-html/html-events.ts'
import {
  type ImportedArticle,
  type ImportedPage,
  MAX_ARTICLE_BYTES,
  type Report,
} from '#server/features/import/imported.ts'
import { readWrittenDate } from '#server/platform/documents/dates/read-date.ts'
import type { SourceFile } from '#server/platform/documents/source-file.ts'

/** Reports what is wrong at one place. */
export function notesAt(place: NotePlace, report: Report) {
  const add =
    (severity: 'info' | 'warning' | 'error'): HtmlOptions['report'] =>
    (kind, what, becomes) =>
      report({ severity, kind, place, what, becomes })
  const leaveOut = (what: string, count = 1) =>
    count > 0 && report({ severity: 'info', kind: 'other-data', place, what, becomes: 'left-out', count })
  return { info: add('info'), warn: add('warning'), fail: add('error'), leaveOut }
}

/** Says why nothing is read of a file: it is too large, or it breaks. */
export function reportUnread(
  { path, size }: SourceFile,
  { maxBytes, report }: { maxBytes: number; report: Report },
): void {
  const { fail } = notesAt({ file: path, title: '', sourceId: '' }, report)
  if (size > maxBytes) fail('too-large', `${(size / 1024 ** 2).toFixed(1)} MB`, 'left-out')
  else fail('incomplete', 'it is damaged, or cannot be opened', 'left-out')
}

type Warn = ReturnType<typeof notesAt>['warn']

/** Reads a date, and says where it could not be read, or not with its zone. */
export function readNotedDate(
  written: string,
  warn: Warn,
  becomes: 'draft' | 'ignored' = 'ignored',
): string | null {
  const found = readWrittenDate(written)
  if (written.trim() !== '' && !found) warn('date', written, becomes)
  if (found?.isZoneUnknown) warn('date', written, 'replaced')
  return found?.date ?? null
}

/**
 * Tells whether and when an article is published. One without a date that is certain is a draft: the moment of the import would put it
 * before all others.
 */
export function publicationOf(
  isDraft: boolean,
  written: string,
  warn: Warn,
): Pick<ImportedArticle, 'status' | 'publishDate'> {
  const publishDate = readNotedDate(written, warn, isDraft ? 'ignored' : 'draft')
  if (isDraft) return { status: 'draft', publishDate }
  if (publishDate !== null)
    return { status: publishDate > new Date().toISOString() ? 'scheduled' : 'published', publishDate }
  if (written.trim() === '') warn('date', 'no date', 'draft')
  return { status: 'draft', publishDate }
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

/** Turns what a source calls a page, which it stores like an article, into a page. */
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
