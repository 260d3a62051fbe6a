import { t } from '#app/admin/kit/messages.ts'
import { describeFields } from '#app/admin/stories/articles/describe-fields.ts'
import { describeChanged } from '#app/admin/stories/history/changed-version.tsx'
import {
  type BulkOutcome,
  categorizeArticles,
  deleteArticles,
  publishArticles,
  unpublishArticles,
} from '#core/data/bulk-articles.ts'
import type { Client } from '#core/data/client.ts'
import type { DeskArticle } from '#core/data/desk-articles.ts'
import type { ChangedVersion } from '#core/domain/article-revision.ts'
import type { ArticleField } from '#core/domain/article-violation.ts'

export type BulkAction = 'publish' | 'unpublish' | 'category' | 'delete'

/** A bulk change of articles. */
export interface BulkChange {
  action: BulkAction
  articles: readonly DeskArticle[]
  /** The new one, if the category is changed. */
  category: string
}

/** An article as a report names it. */
export type ReportedArticle = Pick<DeskArticle, 'id' | 'slug' | 'language' | 'title' | 'updated_at'>

/** The result for one article. */
export type BulkResult = { article: ReportedArticle } & (
  | { status: 'done' | 'already' | 'gone' | 'uncovered' }
  | { status: 'incomplete'; missing: ArticleField[] }
  | { status: 'changed'; changed: ChangedVersion }
)

/** Changes several articles; returns the results in the same order. */
export async function changeArticles(client: Client, change: BulkChange): Promise<BulkResult[]> {
  const { action, articles, category } = change
  const ids = articles.map(({ id }) => id)
  switch (action) {
    case 'publish':
      return publishSeen(client, articles)
    case 'unpublish':
      return resultsOf(articles, await unpublishArticles(client, ids))
    case 'category':
      return resultsOf(articles, await categorizeArticles(client, ids, category))
    case 'delete':
      return resultsOf(articles, await deleteArticles(client, ids))
  }
}

/** Publishes articles as they were seen. */
export async function publishSeen(
  client: Client,
  articles: readonly ReportedArticle[],
): Promise<BulkResult[]> {
  const answers = await publishArticles(client, articles)
  const byId = new Map(answers.map((answer) => [answer.id, answer]))
  return articles.map((article) => {
    const answer = byId.get(article.id)
    if (answer?.status === 'incomplete') return { article, status: 'incomplete', missing: answer.missing }
    if (answer?.status === 'changed') return { article, status: 'changed', changed: answer }
    if (answer?.status === 'uncovered') return { article, status: 'uncovered' }
    if (answer?.status === 'published') return { article, status: 'done' }
    return { article, status: answer?.status === 'already_published' ? 'already' : 'gone' }
  })
}

function resultsOf(articles: readonly DeskArticle[], { done }: BulkOutcome): BulkResult[] {
  return articles.map((article) => {
    const row = done.find(({ id }) => id === article.id)
    return { article: { ...article, ...row }, status: row ? 'done' : 'gone' }
  })
}

interface BulkTexts {
  /** The label of the button, in the bar and in the dialog. */
  action: string
  title: (count: number) => string
  body: (count: number) => string | null
  /** The message when all were changed. */
  done: (count: number) => string
  /** The result of one article, in a report with failures. */
  doneOne: string
}

/** The texts of each bulk action. */
export const BULK_TEXTS: Record<BulkAction, BulkTexts> = {
  publish: {
    action: t('articles.bulk.publish.action'),
    title: (count) => t('articles.bulk.publish.title', { count }),
    body: () => t('articles.bulk.publish.body'),
    done: (count) => t('articles.bulk.publish.done', { count }),
    doneOne: t('articles.bulk.report.publishDone'),
  },
  unpublish: {
    action: t('articles.bulk.unpublish.action'),
    title: (count) => t('articles.bulk.unpublish.title', { count }),
    body: () => t('articles.bulk.unpublish.body'),
    done: (count) => t('articles.bulk.unpublish.done', { count }),
    doneOne: t('articles.bulk.report.unpublishDone'),
  },
  category: {
    action: t('articles.bulk.category.action'),
    title: (count) => t('articles.bulk.category.title', { count }),
    body: () => null,
    done: (count) => t('articles.bulk.category.done', { count }),
    doneOne: t('articles.bulk.report.categoryDone'),
  },
  delete: {
    action: t('articles.bulk.delete.action'),
    title: (count) => t('articles.bulk.delete.title', { count }),
    body: (count) => t('articles.bulk.delete.body', { count }),
    done: (count) => t('articles.bulk.delete.done', { count }),
    doneOne: t('articles.bulk.report.deleteDone'),
  },
}

export function describeResult(action: BulkAction, result: BulkResult): string {
  switch (result.status) {
    case 'done':
      return BULK_TEXTS[action].doneOne
    case 'already':
      return t('articles.bulk.report.already')
    case 'gone':
      return t('articles.bulk.report.gone')
    case 'changed':
      return describeChanged(result.changed)
    case 'uncovered':
      return t('articles.bulk.report.uncovered')
    case 'incomplete':
      return t('articles.bulk.report.incomplete', { missing: describeFields(result.missing) })
  }
}
