import { useQuery } from '@tanstack/react-query'
import { ModelNotice, useModelProblem } from '#app/admin/ai/ai-model.tsx'
import { languageName } from '#app/admin/article/language-name.ts'
import { t } from '#app/admin/messages.ts'
import {
  describeAudience,
  describeEnglishArticles,
  languagesOf,
} from '#app/admin/newsletter/editions/edition-audience.ts'
import { EditionTabs } from '#app/admin/newsletter/editions/edition-tabs.tsx'
import { EditionTexts } from '#app/admin/newsletter/editions/edition-texts.tsx'
import { TranslateButton } from '#app/admin/newsletter/editions/translate-button.tsx'
import { useOfferedLanguages } from '#app/admin/settings/use-languages.ts'
import { subscriberCountsQuery } from '#app/admin/subscribers/subscribers-queries.ts'
import type { DeskIssue } from '#core/data/newsletter-issues.ts'
import { TRANSLATED_LANGUAGES, type TranslatedLanguage } from '#core/domain/article-translation.ts'
import type { Language } from '#core/i18n/languages.ts'

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

/** Who gets which language, and what of it is in English. */
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
