import { t } from '#app/admin/messages.ts'
import { MAX_PAGES } from '#core/domain/page.ts'

/** A sentence for what the database refuses of a page, by the name of the constraint. */
export function describePageProblem(problem: string): string {
  switch (problem) {
    case 'pages_slug_language_key':
      return t('pages.problem.taken')
    case 'pages_reserved_address':
      return t('pages.problem.reserved')
    case 'pages_shipped_address':
      return t('pages.problem.shipped')
    case 'pages_address_of_category':
      return t('pages.problem.category')
    case 'pages_address_of_page':
      return t('pages.problem.former')
    case 'pages_count_check':
      return t('pages.problem.count', { count: MAX_PAGES })
    default:
      return t('pages.problem.refused')
  }
}
