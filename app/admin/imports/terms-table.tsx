import { useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { SelectControl } from '#app/admin/form/select-control.tsx'
import { formatCount } from '#app/admin/imports/describe-import.ts'
import { t } from '#app/admin/messages.ts'
import { useCategoryOptions } from '#app/admin/sections/use-sections.ts'
import { Announcement } from '#app/admin/ui/announcement.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { Field, TextField } from '#app/components/ui/field.tsx'
import type { ImportTerm } from '#core/domain/site-import.ts'
import { foldLetters } from '#core/languages/fold-letters.ts'

/** As many as fit one look; more are shown when asked for. */
const SHOWN = 12

interface TermsTableProps {
  terms: readonly ImportTerm[]
  /** How many there are in the source. */
  termCount: number
  sectionOf: (term: ImportTerm) => string | null
  onChange: (sourceId: string, section: string | null) => void
}

/** The categories and tags of a source, each with the section to which its articles go. */
export function TermsTable({ terms, termCount, sectionOf, onChange }: TermsTableProps) {
  const [search, setSearch] = useState('')
  const [limit, setLimit] = useState(SHOWN)
  const heading = useId()
  const list = useRef<HTMLUListElement>(null)
  const found = terms.filter(({ name }) => foldLetters(name).includes(foldLetters(search.trim())))
  const shown = found.slice(0, limit)
  const isLong = terms.length > SHOWN
  return (
    <div>
      <h3 id={heading} className="font-medium text-sm">
        {t('imports.terms')}
      </h3>
      <p className="mt-1 max-w-prose text-faint text-sm">{t('imports.terms.hint')}</p>
      {isLong && (
        <TextField
          type="search"
          label={t('imports.terms.search')}
          value={search}
          autoComplete="off"
          className="mt-4 max-w-sm"
          onChange={(event) => {
            setSearch(event.target.value)
            setLimit(SHOWN)
          }}
        />
      )}
      <ul
        ref={list}
        tabIndex={-1}
        aria-labelledby={heading}
        className="mt-4 divide-y divide-line border-line border-y"
      >
        {shown.map((term) => (
          <TermRow key={term.sourceId} term={term} section={sectionOf(term)} onChange={onChange} />
        ))}
      </ul>
      {found.length === 0 && <p className="mt-3 text-sm text-soft">{t('imports.terms.noMatch')}</p>}
      <Announcement>
        {search.trim() === '' ? '' : t('imports.terms.found', { count: found.length })}
      </Announcement>
      {found.length > limit && (
        <Button
          variant="secondary"
          className="mt-4"
          onClick={() => {
            // The button may go, and the first new row is where the eye goes on.
            flushSync(() => setLimit(limit + 5 * SHOWN))
            list.current?.children[shown.length]?.querySelector('select')?.focus()
          }}
        >
          {t('imports.terms.more', { count: found.length - limit, shown: formatCount(found.length - limit) })}
        </Button>
      )}
      {termCount > terms.length && (
        <p className="mt-3 text-faint text-sm">
          {t('imports.terms.others', {
            count: termCount - terms.length,
            shown: formatCount(termCount - terms.length),
          })}
        </p>
      )}
    </div>
  )
}

interface TermRowProps extends Pick<TermsTableProps, 'onChange'> {
  term: ImportTerm
  section: string | null
}

function TermRow({ term, section, onChange }: TermRowProps) {
  const options = useCategoryOptions()
  const { sourceId, taxonomy, name, articles, remembered } = term
  return (
    <li className="grid gap-x-6 gap-y-2 py-3 sm:grid-cols-[minmax(0,1fr)_15rem] sm:items-center">
      <div className="min-w-0 text-sm">
        <p className="font-medium wrap-anywhere">{name}</p>
        <p className="mt-0.5 text-faint">
          {t(taxonomy === 'category' ? 'imports.terms.category' : 'imports.terms.tag', {
            count: articles,
            shown: formatCount(articles),
          })}
          {remembered && section === term.section && ` · ${t('imports.terms.remembered')}`}
        </p>
      </div>
      <Field label={t('imports.terms.section', { name })} labelHidden>
        {(control) => (
          <SelectControl
            {...control}
            value={section ?? ''}
            onChange={(event) => onChange(sourceId, event.target.value || null)}
          >
            <option value="">{t('imports.terms.none')}</option>
            {options.map(([slug, label]) => (
              <option key={slug} value={slug}>
                {label}
              </option>
            ))}
          </SelectControl>
        )}
      </Field>
    </li>
  )
}
