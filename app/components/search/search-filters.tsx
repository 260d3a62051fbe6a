import { useEffect, useRef } from 'react'
import { LocalLink } from '#app/components/layout/local-link.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { Field, TextField } from '#app/components/ui/field.tsx'
import { ChevronDown } from '#app/components/ui/icons.tsx'
import { useCategories } from '#app/hooks/use-categories.ts'
import { useTranslation } from '#app/hooks/use-translation.ts'
import {
  AUTHOR_FILTER_MAX_LENGTH,
  filteredSearchPath,
  hasFilters,
  NO_FILTERS,
  SEARCH_FILTERS,
  type SearchFilter,
  type TypedFilters,
} from '#core/domain/search-filters.ts'

/** The words of the filters, from the server: no other page needs them. */
export interface FilterTexts {
  title: string
  category: string
  allCategories: string
  from: string
  to: string
  author: string
  apply: string
  remove: string
}

interface SearchFiltersProps {
  query: string
  typed: TypedFilters
  /** What is wrong with a filter, in words. */
  problems: Partial<Record<SearchFilter, string>>
  /** Suggestions for the author. */
  authors: readonly string[]
  texts: FilterTexts
}

/** The fields that narrow a search, part of its form: closed until one of them is in use. */
export function SearchFilters({ query, typed, problems, authors, texts }: SearchFiltersProps) {
  const { t } = useTranslation()
  const categories = useCategories()
  const fields = useRef<HTMLDivElement>(null)
  const summary = useRef<HTMLElement>(null)
  const shown = useRef(typed)
  const inUse = SEARCH_FILTERS.filter((filter) => typed[filter] !== '').length

  // The fields are uncontrolled, as the query is: they change only when another search is shown.
  useEffect(() => {
    if (shown.current === typed) return
    shown.current = typed
    const named = fields.current?.querySelectorAll<HTMLInputElement | HTMLSelectElement>('[name]')
    for (const field of named ?? []) field.value = shownValue(field.name as SearchFilter, typed)
    // The link that removes all filters is gone with them.
    if (!hasFilters(typed) && document.activeElement === document.body) summary.current?.focus()
  }, [typed])

  const date = (filter: 'from' | 'to') => (
    <TextField
      type="date"
      name={filter}
      label={texts[filter]}
      defaultValue={shownValue(filter, typed)}
      min="0001-01-01"
      max="9999-12-31"
      error={problems[filter]}
    />
  )
  return (
    <details data-live="" open={inUse > 0} className="group mt-3">
      <summary
        ref={summary}
        className="inline-flex min-h-9 cursor-pointer items-center gap-1.5 text-sm font-semibold underline-offset-4 hover:underline"
      >
        {texts.title} {inUse > 0 && <span className="text-faint tabular-nums">({inUse})</span>}
        <ChevronDown size={16} className="transition-transform group-open:rotate-180" />
      </summary>
      <div ref={fields} className="mt-2 grid gap-x-4 gap-y-4 border-line border-y py-5 sm:grid-cols-2">
        <Field label={texts.category} error={problems.category}>
          {(control) => (
            <select {...control} name="category" defaultValue={shownValue('category', typed)}>
              <option value="">{texts.allCategories}</option>
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
          label={texts.author}
          defaultValue={typed.author}
          maxLength={AUTHOR_FILTER_MAX_LENGTH}
          list="search-authors"
          autoComplete="off"
          enterKeyHint="search"
          error={problems.author}
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
            {texts.apply}
          </Button>{' '}
          {hasFilters(typed) && (
            <LocalLink
              to={filteredSearchPath(query, NO_FILTERS)}
              className="py-1 text-sm font-semibold underline underline-offset-4"
            >
              {texts.remove}
            </LocalLink>
          )}
        </div>
      </div>
    </details>
  )
}

/** What its field shows: a section in its own spelling. A field of choices shows nothing that is none. */
function shownValue(filter: SearchFilter, typed: TypedFilters): string {
  return filter === 'category' ? typed.category.toLowerCase() : typed[filter]
}
