import { t } from '#app/admin/kit/messages.ts'
import { ARTICLES_PATH } from '#app/admin/kit/paths.ts'
import { usePeople } from '#app/admin/kit/query/colleagues.ts'
import { deskQuery } from '#app/admin/kit/query/desk-query.ts'
import { listArticleHistory, type Period } from '#core/data/activity.ts'
import { findRevision, listRevisions } from '#core/data/article-revisions.ts'
import { findDeskArticle } from '#core/data/desk-articles.ts'

const HISTORY_KEY = ['history']
export const REVISIONS_PER_PAGE = 25
/** The number of versions that the panel beside the form shows, and the number from which one can choose when comparing. */
const LATEST = 3
const TO_CHOOSE_FROM = 100

const page = (articleId: string, number: number, pageSize: number) =>
  deskQuery([...HISTORY_KEY, articleId, 'list', number, pageSize], (client) =>
    listRevisions(client, articleId, { page: number, pageSize }),
  )

export const revisionsQuery = (articleId: string, number: number) =>
  page(articleId, number, REVISIONS_PER_PAGE)
export const choicesQuery = (articleId: string) => page(articleId, 1, TO_CHOOSE_FROM)

/** The events of an article in a period, the latest first. */
export const articleEventsQuery = (articleId: string, asked: Period & { most: number }) =>
  deskQuery(
    [...HISTORY_KEY, articleId, 'events', asked],
    (client) => listArticleHistory(client, articleId, asked),
    {
      live: ['article_notes', 'article_translations', 'article_workflow', 'articles', 'translation_claims'],
      isCalm: true,
    },
  )

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

/** Returns a function that names the user with an id; null means that the program did it. */
export function useNameOfEditor(): (userId: string | null) => string {
  const people = usePeople()
  return (userId) =>
    userId === null ? t('history.by.program') : (people.get(userId)?.name ?? t('history.by.unknown'))
}

/** Two versions to compare: the id of a revision, or the article as it is now. */
export interface Comparison {
  from: number
  to: number | 'now'
}

/** All versions of an article, or two of them side by side. */
export function historyPath(articleId: string, comparison?: Comparison): string {
  const path = `${ARTICLES_PATH}/history/${articleId}`
  return comparison ? `${path}?from=${comparison.from}&to=${comparison.to}` : path
}

/** The comparison in an address; null when there is none, or none that makes sense. */
export function readComparison(params: URLSearchParams): Comparison | null {
  const from = readId(params.get('from'))
  const to = params.get('to') === 'now' ? 'now' : readId(params.get('to'))
  return from === null || to === null ? null : { from, to }
}

export function readPage(params: URLSearchParams): number {
  return Math.min(readId(params.get('page')) ?? 1, MAX_PAGE)
}

const MAX_PAGE = 100_000

function readId(text: string | null): number | null {
  return text !== null && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null
}
