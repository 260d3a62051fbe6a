import type { ListOptions } from '#app/admin/articles/articles-queries.ts'
import type { TableAddress, TableSpec } from '#app/admin/table/table-address.ts'
import { CATEGORIES, type Category } from '#core/domain/article.ts'
import { LANGUAGE_CODES, type Language } from '#core/i18n/languages.ts'

export type DraftsSort = 'title' | 'category' | 'created_at'
export type DraftsFilter = 'language' | 'category'

export const DRAFTS_TABLE: TableSpec<DraftsSort, DraftsFilter> = {
  sorts: ['title', 'category', 'created_at'],
  defaultSort: { by: 'created_at', descending: true },
  filters: { language: LANGUAGE_CODES, category: CATEGORIES },
  pageSize: 25,
}

/** The query for an address of the list. */
export function draftListOptions(address: TableAddress<DraftsSort, DraftsFilter>): ListOptions {
  const { search, sort, filters, page } = address
  return {
    search,
    sort,
    page,
    pageSize: DRAFTS_TABLE.pageSize,
    language: filters.language as Language | null,
    category: filters.category as Category | null,
    featured: null,
  }
}
