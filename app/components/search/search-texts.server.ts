import {
  AUTHOR_FILTER_MAX_LENGTH,
  type FilterProblem,
  SEARCH_FILTERS,
  type SearchFilter,
  type TypedFilters,
} from '#core/domain/search-filters.ts'
import type { Translate } from '#core/i18n/translator.ts'

/** How much of a wrong value its message quotes, in characters. */
const MAX_QUOTED_LENGTH = 40

/** The words of the filters on the search page, and what is wrong with those that were typed. */
export function filterTexts(
  t: Translate,
  typed: TypedFilters,
  problems: Partial<Record<SearchFilter, FilterProblem>>,
) {
  const found: Partial<Record<SearchFilter, string>> = {}
  for (const filter of SEARCH_FILTERS) {
    const problem = problems[filter]
    if (!problem) continue
    const value = quote(typed[filter])
    found[filter] = t(`search.filters.problem.${problem}`, { value, max: AUTHOR_FILTER_MAX_LENGTH })
  }
  return {
    texts: {
      title: t('search.filters.title'),
      category: t('search.filters.category'),
      allCategories: t('search.filters.allCategories'),
      from: t('search.filters.from'),
      to: t('search.filters.to'),
      author: t('search.filters.author'),
      apply: t('search.filters.apply'),
      remove: t('search.filters.remove'),
      empty: t('search.filters.empty'),
    },
    problems: found,
    invalid: Object.keys(found).length > 0 ? t('search.filters.invalid') : null,
  }
}

function quote(text: string): string {
  const characters = [...text]
  if (characters.length <= MAX_QUOTED_LENGTH) return text
  return `${characters.slice(0, MAX_QUOTED_LENGTH - 1).join('')}…`
}
