import type { CheckRule } from '#core/check/checked-article.ts'
import { found } from '#core/check/found.ts'

/** An article without the words that cards, feeds and search show of it. */
export const missingExcerpt: CheckRule = ({ input: { excerpt } }) =>
  excerpt.trim() === '' ? [found({ rule: 'missing_excerpt', severity: 'problem', field: 'excerpt' })] : []
