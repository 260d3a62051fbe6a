import { LocalLink } from '#app/components/layout/local-link.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { Field, TextField } from '#app/components/ui/field.tsx'
import { ChevronDown } from '#app/components/ui/icons.tsx'
import { useCategories } from '#app/hooks/use-site-data.ts'
import { useTranslation } from '#app/hooks/use-translation.ts'
import {
  AUTHOR_FILTER_MAX_LENGTH,
  type FilterProblem,
  filteredSearchPath,
  hasFilters,
  NO_FILTERS,
  SEARCH_FILTERS,
  type SearchFilter,
  type TypedFilters,
} from '#core/domain/search-filters.ts'

interface SearchFiltersProps {
  query: string
  typed: TypedFilters
  problems: Partial<Record<SearchFilter, FilterProblem>>
  /** Suggestions for the author. */
  authors: readonly string[]
}

/** The fields that narrow a search, part of its form: closed until one of them is in use. */
export function SearchFilters({ query, typed, problems, authors }: SearchFiltersProps) {
  const { t } = useTranslation()
  const categories = useCategories()
  const inUse = SEARCH_FILTERS.filter((filter) => typed[filter] !== '').length

  const problemOf = (filter: SearchFilter) => {
    const problem = problems[filter]
    const values = { value: quote(typed[filter]), max: AUTHOR_FILTER_MAX_LENGTH }
    return problem && t(`search.filters.problem.${problem}`, values)
  }
  const date = (filter: 'from' | 'to') => (
    <TextField
      type="date"
      name={filter}
      label={t(`search.filters.${filter}`)}
      defaultValue={shownValue(filter, typed)}
      min="0001-01-01"
      max="9999-12-31"
      error={problemOf(filter)}
    />
  )
  return (
    <details data-live="" open={inUse > 0} className="group mt-3">
      <summary className="inline-flex min-h-9 cursor-pointer items-center gap-1.5 text-sm font-semibold underline-offset-4 hover:underline">
        {t('search.filters.title')} {inUse > 0 && <span className="text-faint tabular-nums">({inUse})</span>}
        <ChevronDown size={16} className="transition-transform group-open:rotate-180" />
      </summary>
      <div className="mt-2 grid gap-x-4 gap-y-4 border-line border-y py-5 sm:grid-cols-2">
        <Field label={t('search.filters.category')} error={problemOf('category')}>
          {(control) => (
            <select {...control} name="category" defaultValue={shownValue('category', typed)}>
              <option value="">{t('search.filters.allCategories')}</option>
              {categories.map((category) => (
                <option key={category} value={category}>
                  {t(`category.${category}.name`)}
                </option>
              ))}
            </select>
          )}
        </Field>
        <TextField
          name="author"
          label={t('search.filters.author')}
          defaultValue={typed.author}
          maxLength={AUTHOR_FILTER_MAX_LENGTH}
          list="search-authors"
          autoComplete="off"
          enterKeyHint="search"
          error={problemOf('author')}
        />
        <datalist id="search-authors">
          {authors.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        {date('from')}
        {date('to')}
        <div className="flex flex-wrap items-center gap-x-5 gap-y-3 sm:col-span-2">
          <Button type="submit" variant="secondary">
            {t('search.filters.apply')}
          </Button>{' '}
          {hasFilters(typed) && (
            <LocalLink
              to={filteredSearchPath(query, NO_FILTERS)}
              className="py-1 text-sm font-semibold underline underline-offset-4"
            >
              {t('search.filters.remove')}
            </LocalLink>
          )}
        </div>
      </div>
    </details>
  )
}

/** The part of a wrong value that its message quotes, in characters. */
const MAX_QUOTED_LENGTH = 40

function quote(text: string): string {
  const characters = [...text]
  if (characters.length <= MAX_QUOTED_LENGTH) return text
  return `${characters.slice(0, MAX_QUOTED_LENGTH - 1).join('')}…`
}

/** The value shown in its field: a section in its own spelling. A select shows no value that is not one of its options. */
function shownValue(filter: SearchFilter, typed: TypedFilters): string {
  return filter === 'category' ? typed.category.toLowerCase() : typed[filter]
}
