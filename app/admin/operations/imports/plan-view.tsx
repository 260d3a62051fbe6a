import { useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { SelectControl } from '#app/admin/kit/form/select-control.tsx'
import { t } from '#app/admin/kit/messages.ts'
import { languageName } from '#app/admin/kit/ui/format.ts'
import { Announcement, Notice } from '#app/admin/kit/ui/notice.tsx'
import { PageSection } from '#app/admin/kit/ui/page-section.tsx'
import {
  countToImport,
  describeDuration,
  describeLanguages,
  formatCount,
} from '#app/admin/operations/imports/describe-import.ts'
import { ActionProblem, useImportAction } from '#app/admin/operations/imports/import-action.tsx'
import { CheckFindings, Collisions, NoteGroups } from '#app/admin/operations/imports/note-groups.tsx'
import { forgetChoices, useChoices } from '#app/admin/operations/imports/use-choices.ts'
import { Facts } from '#app/admin/operations/system-part.tsx'
import { useCategoryOptions } from '#app/admin/settings/sections/use-sections.ts'
import { Button } from '#app/components/ui/button.tsx'
import { Field, TextField } from '#app/components/ui/field.tsx'
import { runImport } from '#core/data/imports.ts'
import type { ImportPlan, ImportRecord, ImportTerm } from '#core/domain/site-import.ts'
import { LANGUAGE_CODES } from '#core/i18n/languages.ts'
import { foldLetters } from '#core/languages/fold-letters.ts'

const SHOWN_AUTHORS = 8

interface PlanViewProps {
  record: ImportRecord
  plan: ImportPlan
  titleRef: React.Ref<HTMLHeadingElement>
}

/** Shows what a dry run found, what the editor decides, and the button that carries it out. */
export function PlanView({ record, plan, titleRef }: PlanViewProps) {
  const choices = useChoices(record, plan)
  const { act, busy, problem } = useImportAction(runImport)
  const count = countToImport(plan)

  async function run() {
    const { language, section, drafts, terms } = choices
    const site = choices.site.trim() || null
    if (await act({ id: record.id, choices: { language, section, drafts, site, terms } }))
      forgetChoices(record.id)
  }

  const isKept = record.notes.length + plan.collisionCount + plan.findings.length === 0
  return (
    <>
      {record.problem && (
        <Notice tone="warning" className="mb-8">
          <p className="wrap-anywhere">{record.problem}</p>
        </Notice>
      )}
      <PageSection id="found" title={t('imports.found')} intro={t('imports.found.intro')} titleRef={titleRef}>
        <PlanFacts plan={plan} />
        <KnownArticles known={plan.known} />
      </PageSection>
      <PageSection id="places" title={t('imports.choices')} intro={t('imports.choices.intro')}>
        <ChoiceFields plan={plan} choices={choices} />
      </PageSection>
      <PageSection id="changes" title={t('imports.changes')} intro={t('imports.changes.intro')}>
        {isKept ? (
          <p className="text-sm text-soft">{t('imports.changes.none')}</p>
        ) : (
          <div className="divide-y divide-line">
            <Collisions plan={plan} />
            <NoteGroups notes={record.notes} />
            <CheckFindings findings={plan.findings} />
          </div>
        )}
      </PageSection>
      <div className="sticky bottom-0 z-10 -mx-5 border-line border-t bg-paper px-5 py-3 sm:mx-0 sm:px-0">
        <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
          {count > 0 ? (
            <>
              <Button aria-disabled={busy} onClick={() => void run()}>
                {busy ? t('ui.oneMoment') : t('imports.run', { count, shown: formatCount(count) })}
              </Button>
              <p className="text-sm text-soft">
                {t('imports.run.duration', { duration: describeDuration(plan.seconds) })}
              </p>
            </>
          ) : (
            <p className="text-sm text-soft">{t('imports.run.nothing')}</p>
          )}
        </div>
        <ActionProblem>{problem}</ActionProblem>
      </div>
    </>
  )
}

/** Lists the numbers that a dry run found. */
function PlanFacts({ plan }: { plan: ImportPlan }) {
  const { articles, translations, languages, pictures, oldAddresses } = plan
  return (
    <Facts
      facts={[
        { name: t('imports.fact.articles'), value: formatCount(articles), detail: describeStates(plan) },
        { name: t('imports.fact.languages'), value: describeLanguages(languages) },
        ...(translations > 0
          ? [{ name: t('imports.fact.translations'), value: formatCount(translations) }]
          : []),
        ...(plan.authorCount > 0
          ? [
              {
                name: t('imports.fact.authors'),
                value: formatCount(plan.authorCount),
                detail: describeAuthors(plan),
              },
            ]
          : []),
        {
          name: t('imports.fact.pictures'),
          value: formatCount(pictures.inside + pictures.elsewhere + pictures.siteless),
          detail: describePictures(pictures),
        },
        {
          name: t('imports.fact.addresses'),
          value: formatCount(oldAddresses),
          detail: oldAddresses > 0 && t('imports.fact.addressesHint'),
        },
      ]}
    />
  )
}

function describePictures({ elsewhere, siteless }: ImportPlan['pictures']): string {
  return [
    elsewhere > 0 && t('imports.fact.picturesElsewhere', { count: elsewhere, shown: formatCount(elsewhere) }),
    siteless > 0 && t('imports.fact.picturesSiteless', { count: siteless, shown: formatCount(siteless) }),
  ]
    .filter(Boolean)
    .join(' ')
}

function describeStates({ published, drafts, scheduled }: ImportPlan): string {
  return [
    published > 0 && t('imports.fact.published', { count: published, shown: formatCount(published) }),
    drafts > 0 && t('imports.fact.drafts', { count: drafts, shown: formatCount(drafts) }),
    scheduled > 0 && t('imports.fact.scheduled', { count: scheduled, shown: formatCount(scheduled) }),
  ]
    .filter(Boolean)
    .join(', ')
}

function describeAuthors({ authors, authorCount }: ImportPlan): string {
  const shown = authors.slice(0, SHOWN_AUTHORS)
  const names = shown.map(({ name }) => name)
  const others = authorCount - shown.length
  if (others > 0) names.push(t('imports.more', { count: others, shown: formatCount(others) }))
  return names.join(', ')
}

/** Says what an earlier import brought, and what becomes of it; nothing at the first. */
function KnownArticles({ known }: Pick<ImportPlan, 'known'>) {
  const { unchanged, changed, touched, deleted } = known
  const lines = [
    unchanged > 0 && t('imports.known.unchanged', { count: unchanged, shown: formatCount(unchanged) }),
    changed > 0 && t('imports.known.changed', { count: changed, shown: formatCount(changed) }),
    touched > 0 && t('imports.known.touched', { count: touched, shown: formatCount(touched) }),
    deleted > 0 && t('imports.known.deleted', { count: deleted, shown: formatCount(deleted) }),
  ].filter((line) => line !== false)
  if (lines.length === 0) return null
  return (
    <div className="mt-6 border-line border-t pt-5 text-sm">
      <h3 className="font-medium">{t('imports.known')}</h3>
      <ul className="mt-2 list-disc space-y-1 pl-5 text-soft">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
  )
}

interface ChoiceFieldsProps {
  plan: ImportPlan
  choices: ReturnType<typeof useChoices>
}

/** The choices of an editor before an import: sections, the language of articles without one, and whether they are published. */
function ChoiceFields({ plan, choices }: ChoiceFieldsProps) {
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
