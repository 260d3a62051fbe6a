import type { BulkAction, BulkResult } from '#app/admin/articles/bulk/change-articles.ts'
import { describeFields } from '#app/admin/articles/describe-fields.ts'
import { t } from '#app/admin/messages.ts'

interface BulkTexts {
  /** The label of the button, in the bar and in the dialog. */
  action: string
  title: (count: number) => string
  body: (count: number) => string | null
  /** When all of them could be changed. */
  done: (count: number) => string
  /** Of one of them, when some could not be. */
  doneOne: string
}

/** What the desk says about changing several articles at once. */
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
    case 'incomplete':
      return t('articles.bulk.report.incomplete', { missing: describeFields(result.missing) })
  }
}
