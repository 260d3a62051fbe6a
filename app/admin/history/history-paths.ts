import { ARTICLES_PATH } from '#app/admin/article/article-paths.ts'

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
