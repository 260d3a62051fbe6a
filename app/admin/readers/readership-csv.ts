import { csvLine } from '#core/csv.ts'
import type { PageViews, Referrer } from '#core/domain/readership.ts'

/** A spreadsheet takes the text for UTF-8 because of the mark at its beginning. */
const MARK = '\uFEFF'

/** Views and visitors of each page. */
export function writePagesCsv(pages: readonly PageViews[]): string {
  const lines = pages.map(({ path, slug, language, views, visitors }) =>
    csvLine([path, slug ?? '', language, String(views), String(visitors)]),
  )
  return [MARK, csvLine(['path', 'slug', 'language', 'views', 'visitors']), ...lines].join('')
}

/** Views by the host that led here; without a host are those that are not listed. */
export function writeReferrersCsv(referrers: readonly Referrer[]): string {
  const lines = referrers.map(({ host, views }) => csvLine([host, String(views)]))
  return [MARK, csvLine(['host', 'views']), ...lines].join('')
}
