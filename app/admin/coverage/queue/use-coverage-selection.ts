import { useState } from 'react'
import { nameOf } from '#app/admin/articles/article-title.tsx'
import { signedIn } from '#app/admin/session/signed-in.ts'
import { type RowSelection, useRowSelection } from '#app/admin/table/use-row-selection.ts'
import {
  type CoverageOptions,
  listTranslationCoverage,
  MAX_COVERED_ARTICLES,
} from '#core/data/translation-coverage.ts'
import type { CoveredArticle } from '#core/domain/translation-coverage.ts'

export interface CoverageSelection {
  /** The rows of this page. */
  page: RowSelection<CoveredArticle>
  /** Those of this page that are selected, or everything that matches. */
  selected: readonly CoveredArticle[]
  /** How many articles match the filters, on all pages. */
  total: number
  /** Whether everything on this page is selected, and there are more pages. */
  offersAll: boolean
  /** Whether all that match are selected, or as many of them as can be. */
  isEverything: boolean
  /** Selects all that match. Throws its errors. */
  selectEverything: () => Promise<void>
  clear: () => void
}

interface SelectionOptions {
  rows: readonly CoveredArticle[]
  total: number
  options: CoverageOptions
}

/** Which articles of the matrix are selected: of the page that is shown, or all that match its filters. */
export function useCoverageSelection({ rows, total, options }: SelectionOptions): CoverageSelection {
  const scope = JSON.stringify(options)
  const selection = useRowSelection({ rows, keyOf: ({ id }) => id, nameOf, scope })
  const [stored, setStored] = useState<{ scope: string; articles: readonly CoveredArticle[] } | null>(null)
  const everything = stored?.scope === scope ? stored.articles : null
  const isWholePage = rows.length > 0 && selection.selected.length === rows.length
  const forget =
    <Rest extends unknown[]>(action: (...rest: Rest) => void) =>
    (...rest: Rest) => {
      setStored(null)
      action(...rest)
    }
  return {
    page: { ...selection, toggle: forget(selection.toggle), toggleAll: forget(selection.toggleAll) },
    selected: everything && isWholePage ? everything : selection.selected,
    clear: forget(selection.clear),
    total,
    offersAll: isWholePage && total > rows.length && everything === null,
    isEverything: everything !== null && isWholePage,
    async selectEverything() {
      const all = { ...options, page: 1, pageSize: MAX_COVERED_ARTICLES }
      const { rows: articles } = await signedIn((client) => listTranslationCoverage(client, all))
      setStored({ scope, articles })
    },
  }
}
