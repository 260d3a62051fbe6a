import { ARTICLES_KEY, deskQuery } from '#app/admin/kit/query/desk-query.ts'
import { UUID } from '#app/admin/kit/query/random-id.ts'
import type { TableAddress, TableSpec } from '#app/admin/kit/table/table-address.ts'
import { type DeskListOptions, hasArticles, listDeskArticles, listDrafts } from '#core/data/desk-articles.ts'
import { WORKFLOW_STATES, type WorkflowState } from '#core/domain/article-workflow.ts'
import { isCategorySlug } from '#core/domain/shipped-sections.ts'
import { DEFAULT_LANGUAGE, LANGUAGE_CODES, type Language } from '#core/i18n/languages.ts'

/** Queries that show articles are refetched when one changes. */
export const LIVE = { live: ['articles'] } as const

type ListOptions = Omit<DeskListOptions, 'published'>

export const articlesQuery = (options: ListOptions) =>
  deskQuery(
    [...ARTICLES_KEY, 'published', options],
    (client) => listDeskArticles(client, { ...options, published: true }),
    LIVE,
  )

export const draftsQuery = (options: ListOptions) =>
  deskQuery([...ARTICLES_KEY, 'drafts', options], (client) => listDrafts(client, options), {
    live: ['articles', 'article_workflow'],
  })

/** Asks whether there are published articles, or drafts, in a language. */
export const hasArticlesQuery = (published: boolean) => (language: Language) =>
  deskQuery(
    [...ARTICLES_KEY, 'any', published, language],
    (client) => hasArticles(client, { published, language }),
    LIVE,
  )

export type ArticlesSort = 'title' | 'category' | 'publish_date'
export type ArticlesFilter = 'language' | 'category' | 'status' | 'owner'

const isPerson = (value: string) => UUID.test(value)

/** The filter value for all languages; without a filter, the list is in English. */
const ALL_LANGUAGES = 'all'

export const ARTICLES_TABLE: TableSpec<ArticlesSort, ArticlesFilter> = {
  sorts: ['title', 'category', 'publish_date'],
  defaultSort: { by: 'publish_date', descending: true },
  filters: {
    language: [...LANGUAGE_CODES.filter((code) => code !== DEFAULT_LANGUAGE), ALL_LANGUAGES],
    category: isCategorySlug,
    status: ['featured', 'regular'],
    owner: isPerson,
  },
  pageSize: 25,
}

/** The language of a list by the filter in its address; null for all of them. */
export function shownLanguage(filter: string | null): Language | null {
  return filter === ALL_LANGUAGES ? null : ((filter ?? DEFAULT_LANGUAGE) as Language)
}

/** The filter in the address of a list in this language. */
export function languageFilter(language: string | null): string | null {
  return language === DEFAULT_LANGUAGE ? null : (language ?? ALL_LANGUAGES)
}

/** The query for an address of the list. */
export function articleListOptions(address: TableAddress<ArticlesSort, ArticlesFilter>): ListOptions {
  const { search, sort, filters, page } = address
  return {
    search,
    sort,
    page,
    pageSize: ARTICLES_TABLE.pageSize,
    language: shownLanguage(filters.language),
    category: filters.category,
    featured: filters.status === null ? null : filters.status === 'featured',
    work: { state: null, owner: filters.owner, next: null },
  }
}

export type DraftsSort = 'title' | 'category' | 'created_at'
export type DraftsFilter = 'language' | 'category' | 'state' | 'owner' | 'with'

export const DRAFTS_TABLE: TableSpec<DraftsSort, DraftsFilter> = {
  sorts: ['title', 'category', 'created_at'],
  defaultSort: { by: 'created_at', descending: true },
  filters: {
    language: LANGUAGE_CODES,
    category: isCategorySlug,
    state: WORKFLOW_STATES,
    owner: isPerson,
    with: isPerson,
  },
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
    category: filters.category,
    featured: null,
    work: { state: filters.state as WorkflowState | null, owner: filters.owner, next: filters.with },
  }
}
