import { useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { SelectControl } from '#app/admin/kit/form/select-control.tsx'
import { t } from '#app/admin/kit/messages.ts'
import { languageName } from '#app/admin/kit/ui/format.ts'
import { Announcement } from '#app/admin/kit/ui/notice.tsx'
import { formatCount } from '#app/admin/operations/imports/describe-import.ts'
import type { useChoices } from '#app/admin/operations/imports/use-choices.ts'
import { useCategoryOptions } from '#app/admin/settings/sections/use-sections.ts'
import { Button } from '#app/components/ui/button.tsx'
import { Field, TextField } from '#app/components/ui/field.tsx'
import type { ImportPlan, ImportTerm } from '#core/domain/site-import.ts'
import { LANGUAGE_CODES } from '#core/i18n/languages.ts'
import { foldLetters } from '#core/languages/fold-letters.ts'

interface ChoiceFieldsProps {
  plan: ImportPlan
  choices: ReturnType<typeof useChoices>
}

/** The choices of an editor before an import: sections, the language of articles without one, and whether they are published. */
export function ChoiceFields({ plan, choices }: ChoiceFieldsProps) {
  const options = useCategoryOptions()
  const hasUnknownLanguage = plan.languages.some(({ language }) => language === null)
  return (
    <div className="space-y-7">
      <div className="grid gap-x-6 gap-y-5 sm:grid-cols-2">
        <Field label={t('imports.choice.section')} hint={t('imports.choice.sectionHint')}>
          {(control) => (
            <SelectControl
              {...control}
              value={choices.section}
              onChange={(event) => choices.change({ section: event.target.value })}
            >
              {options.map(([slug, name]) => (
                <option key={slug} value={slug}>
                  {name}
                </option>
              ))}
            </SelectControl>
          )}
        </Field>
        {hasUnknownLanguage && (
          <Field label={t('imports.choice.language')} hint={t('imports.choice.languageHint')}>
            {(control) => (
              <SelectControl
                {...control}
                value={choices.language}
                onChange={(event) => choices.change({ language: event.target.value })}
              >
                {LANGUAGE_CODES.map((code) => (
                  <option key={code} value={code}>
                    {languageName(code)}
                  </option>
                ))}
              </SelectControl>
            )}
          </Field>
        )}
      </div>
      {(plan.pictures.siteless > 0 || plan.site !== null) && (
        <TextField
          label={t('imports.choice.site')}
          hint={t('imports.choice.siteHint')}
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          placeholder={t('imports.choice.sitePlaceholder')}
          maxLength={300}
          value={choices.site}
          className="max-w-xl"
          onChange={(event) => choices.change({ site: event.target.value })}
        />
      )}
      <label className="flex min-h-11 cursor-pointer items-start gap-3 text-sm">
        <input
          type="checkbox"
          checked={choices.drafts}
          onChange={(event) => choices.change({ drafts: event.target.checked })}
          className="mt-0.5 size-4.5 shrink-0 accent-ink"
        />
        <span>
          <span className="block font-medium">{t('imports.choice.drafts')}</span>
          <span className="text-faint">{t('imports.choice.draftsHint')}</span>
        </span>
      </label>
      {plan.terms.length > 0 && (
        <TermsTable
          terms={plan.terms}
          termCount={plan.termCount}
          sectionOf={choices.sectionOf}
          onChange={choices.changeTerm}
        />
      )}
    </div>
  )
}

/** The number that fits one look; more are shown when asked for. */
const SHOWN = 12

interface TermsTableProps {
  terms: readonly ImportTerm[]
  /** The number of terms in the source. */
  termCount: number
  sectionOf: (term: ImportTerm) => string | null
  onChange: (sourceId: string, section: string | null) => void
}

/** The categories and tags of a source, each with the section to which its articles go. */
function TermsTable({ terms, termCount, sectionOf, onChange }: TermsTableProps) {
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
