import { useQuery } from '@tanstack/react-query'
import { administratorsQuery } from '#app/admin/administrators/administrators-queries.ts'
import { t } from '#app/admin/messages.ts'
import { deskQuery } from '#app/admin/query/desk-query.ts'
import { findRevision, listRevisions } from '#core/data/article-revisions.ts'
import { findDeskArticle } from '#core/data/desk-articles.ts'

const HISTORY_KEY = ['history']
export const REVISIONS_PER_PAGE = 25
/** How many the panel beside the form shows, and how many can be chosen from when comparing. */
const LATEST = 3
const TO_CHOOSE_FROM = 100

const page = (articleId: string, number: number, pageSize: number) =>
  deskQuery([...HISTORY_KEY, articleId, 'list', number, pageSize], (client) =>
    listRevisions(client, articleId, { page: number, pageSize }),
  )

export const revisionsQuery = (articleId: string, number: number) =>
  page(articleId, number, REVISIONS_PER_PAGE)
export const choicesQuery = (articleId: string) => page(articleId, 1, TO_CHOOSE_FROM)

/** `updatedAt` is the version that the form shows: another one has another revision. */
export const latestRevisionsQuery = (articleId: string, updatedAt: string) =>
  deskQuery([...HISTORY_KEY, articleId, 'latest', updatedAt], (client) =>
    listRevisions(client, articleId, { page: 1, pageSize: LATEST }),
  )

/** A revision never changes, so it is read once. */
export const revisionQuery = (id: number) => ({
  ...deskQuery([...HISTORY_KEY, 'revision', id], (client) => findRevision(client, id)),
  staleTime: Number.POSITIVE_INFINITY,
})

export const presentArticleQuery = (articleId: string) =>
  deskQuery([...HISTORY_KEY, articleId, 'now'], (client) => findDeskArticle(client, articleId))

/** Returns a function that names who did something by the id of the user; null means the program. */
export function useNameOfEditor(): (userId: string | null) => string {
  const { data = [] } = useQuery(administratorsQuery)
  const emails = new Map(data.flatMap(({ user_id, email }) => (user_id ? [[user_id, email]] : [])))
  return (userId) =>
    userId === null ? t('history.by.program') : (emails.get(userId) ?? t('history.by.unknown'))
}
