import { redirect } from 'react-router'
import { type Language, localizedPath } from '#core/i18n/languages.ts'

interface ListPageOptions<Row> {
  /** The path of the list, to whose first page it leads. */
  path: string
  language: Language
  page: number
  size: number
  list: (range: { limit: number; offset: number }) => Promise<Row[]>
}

/** The rows of a page of a list. A later page that has none leads to the first. */
export async function loadListPage<Row>(
  options: ListPageOptions<Row>,
): Promise<{ rows: Row[]; hasNext: boolean }> {
  const { path, language, page, size, list } = options
  // One more than is shown, to know whether there is a next page.
  const found = await list({ limit: size + 1, offset: (page - 1) * size })
  if (page > 1 && found.length === 0) throw redirect(localizedPath(path, language))
  return { rows: found.slice(0, size), hasNext: found.length > size }
}
