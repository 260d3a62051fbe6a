import { deskQuery } from '#app/admin/query/desk-query.ts'
import { type DeskListOptions, listDeskArticles, listDrafts } from '#core/data/desk-articles.ts'

/** The beginning of the key of every query that shows articles, so that a change of one refetches all of them. */
export const ARTICLES_KEY = ['articles']

/** What shows articles is read again when somebody changes one. */
export const LIVE = { live: ['articles'] } as const

export type ListOptions = Omit<DeskListOptions, 'published'>

export const articlesQuery = (options: ListOptions) =>
  deskQuery(
    [...ARTICLES_KEY, 'published', options],
    (client) => listDeskArticles(client, { ...options, published: true }),
    LIVE,
  )

export const draftsQuery = (options: ListOptions) =>
  deskQuery([...ARTICLES_KEY, 'drafts', options], (client) => listDrafts(client, options), LIVE)
