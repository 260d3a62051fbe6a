import { useQuery } from '@tanstack/react-query'
import * as Tabs from 'radix-ui/tabs'
import { t } from '#app/admin/kit/messages.ts'
import { languageName } from '#app/admin/kit/ui/format.ts'
import {
  countEnglishArticles,
  describeAudience,
  describeEnglishArticles,
  languagesOf,
} from '#app/admin/newsletter/editions/edition-audience.ts'
import { EditionTexts } from '#app/admin/newsletter/editions/edition-texts.tsx'
import { TranslateButton } from '#app/admin/newsletter/editions/translate-button.tsx'
import { ModelNotice, useModelProblem } from '#app/admin/settings/ai/ai-model.tsx'
import { useOfferedLanguages } from '#app/admin/settings/use-languages.ts'
import { subscriberCountsQuery } from '#app/admin/subscribers/subscribers-queries.ts'
import { Badge, type BadgeTone } from '#app/components/ui/badge.tsx'
import type { DeskIssue } from '#core/data/newsletter-issues.ts'
import { TRANSLATED_LANGUAGES, type TranslatedLanguage } from '#core/domain/article-translation.ts'
import type { NewsletterEdition } from '#core/domain/newsletter-issue.ts'
import type { Language } from '#core/i18n/languages.ts'

const TAB =
  '-mb-px flex min-h-14 shrink-0 flex-col items-start justify-start gap-0.5 py-2 border-transparent border-b-2 px-1 text-sm text-soft hover:text-ink focus-visible:-outline-offset-2 aria-selected:border-ink aria-selected:text-ink [&[aria-selected=true]>span:first-child]:font-semibold'

interface EditionsStepProps {
  stored: DeskIssue
  /** All but that of the edition from which the others are made, which has a step of its own. */
  languages: readonly Language[]
  /** Of the edition that is shown. */
  language: Language
  onLanguage: (language: Language) => void
  /** The languages whose edition is older than the English one. */
  stale: ReadonlySet<Language | null>
  progress: { done: number; total: number } | null
  readOnly: boolean
}

/** The editions in other languages: who gets which, those that are missing, and what each says. */
export function EditionsStep(props: EditionsStepProps) {
  const { stored, languages, language, onLanguage, stale, progress, readOnly } = props
  const { issue, editions } = stored
  const edition = editions.find((one) => one.language === language)
  return (
    <>
      <div className="mb-3 space-y-4">
        <AudienceLine stored={stored} className="font-medium" />
        <p role="status" className="text-sm text-soft empty:hidden">
          {progress && t('newsletterIssue.editions.progress', progress)}
        </p>
        {!readOnly && progress === null && <MissingEditions stored={stored} />}
      </div>
      <EditionTabs
        languages={languages}
        stored={stored}
        stale={stale}
        language={language}
        onChange={onLanguage}
      >
        {edition ? (
          <EditionTexts stored={stored} edition={edition} isStale={stale.has(language)} readOnly={readOnly} />
        ) : (
          <div className="max-w-prose space-y-4 py-4">
            <p className="text-soft">
              {t(language === 'en' ? 'newsletterIssue.missing.english' : 'newsletterIssue.missing', {
                language: languageName(language),
              })}
            </p>
            {!readOnly && language !== 'en' && (
              <TranslateButton
                issueId={issue.id}
                languages={[language]}
                label={t('newsletterIssue.translate.action')}
              />
            )}
          </div>
        )}
      </EditionTabs>
    </>
  )
}

/** Says who gets which language, and what of it is in English. */
export function AudienceLine({ stored, className = '' }: { stored: DeskIssue; className?: string }) {
  const { data } = useQuery(subscriberCountsQuery)
  const languages = stored.editions.map(({ language }) => language)
  const english = describeEnglishArticles(stored)
  return (
    data && (
      <div className={`space-y-1 text-sm ${className}`}>
        <p>{describeAudience(data, languages)}</p>
        {english && <p>{english}</p>}
      </div>
    )
  )
}

/** Makes the editions that subscribers miss, or says what keeps a model from it. */
function MissingEditions({ stored: { issue, editions } }: { stored: DeskIssue }) {
  const { data: counts } = useQuery(subscriberCountsQuery)
  const problem = useModelProblem()
  const offered = useOfferedLanguages()
  const has = (language: Language) => editions.some((edition) => edition.language === language)
  const missing = counts
    ? languagesOf(counts, offered).filter(
        (language): language is TranslatedLanguage =>
          !has(language) && TRANSLATED_LANGUAGES.some((one) => one === language),
      )
    : []
  if (missing.length === 0 || problem === undefined || !has('en')) return null
  return (
    <div className="space-y-3">
      {problem && <ModelNotice problem={problem} className="max-w-prose" />}
      {problem && <p className="max-w-prose text-sm text-soft">{t('newsletterIssue.editions.byArticles')}</p>}
      <TranslateButton
        issueId={issue.id}
        languages={missing}
        label={t(problem ? 'newsletterIssue.editions.makeByArticles' : 'newsletterIssue.editions.make', {
          count: missing.length,
        })}
      />
    </div>
  )
}

interface EditionTabsProps {
  languages: readonly Language[]
  stored: DeskIssue
  /** The languages whose edition is older than the English one. */
  stale: ReadonlySet<Language | null>
  language: Language
  onChange: (language: Language) => void
  children: React.ReactNode
}

/** Languages of the issue, each with the state of its edition. */
function EditionTabs({ languages, stored, stale, language, onChange, children }: EditionTabsProps) {
  return (
    <Tabs.Root value={language} onValueChange={(value) => onChange(value as Language)}>
      <Tabs.List
        aria-label={t('newsletterIssue.editions')}
        className="mb-4 flex gap-6 overflow-x-auto border-line border-b"
      >
        {languages.map((code) => (
          <Tabs.Trigger key={code} value={code} className={TAB}>
            <span>{languageName(code)}</span>
            <EditionState
              edition={stored.editions.find((edition) => edition.language === code) ?? null}
              isStale={stale.has(code)}
            />
            <EnglishArticles stored={stored} language={code} />
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      <Tabs.Content value={language} tabIndex={-1}>
        {children}
      </Tabs.Content>
    </Tabs.Root>
  )
}

function EnglishArticles({ stored, language }: { stored: DeskIssue; language: Language }) {
  const counts = countEnglishArticles(stored, language)
  return counts && <span className="text-xs">{t('newsletterIssue.english.tab', counts)}</span>
}

/** The origin and the review of an edition, as a badge. */
function EditionState({ edition, isStale }: { edition: NewsletterEdition | null; isStale: boolean }) {
  const [tone, label] = stateOf(edition, isStale)
  return (
    <Badge look="plain" tone={tone}>
      {label}
    </Badge>
  )
}

function stateOf(edition: NewsletterEdition | null, isStale: boolean): [BadgeTone, string] {
  if (!edition) return ['grey', t('newsletterIssue.state.missing')]
  if (isStale) return ['orange', t('newsletterIssue.state.stale')]
  if (edition.reviewed_at) return ['green', t('newsletterIssue.state.reviewed')]
  if (edition.origin === 'person') return ['blue', t('newsletterIssue.state.person')]
  if (edition.origin === 'rules') return ['purple', t('newsletterIssue.state.rules')]
  return [
    'purple',
    t(edition.source_hash ? 'newsletterIssue.state.translated' : 'newsletterIssue.state.model'),
  ]
}
