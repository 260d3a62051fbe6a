import { languageName } from '#app/admin/article/language-name.ts'
import { t } from '#app/admin/messages.ts'
import { TranslateButton } from '#app/admin/newsletter/editions/translate-button.tsx'
import type { Language } from '#core/i18n/languages.ts'

interface MissingEditionProps {
  issueId: string
  language: Exclude<Language, 'en'>
  /** All languages without an edition. */
  missing: readonly Exclude<Language, 'en'>[]
  readOnly: boolean
}

/** Says who gets what instead of an edition that is not there, and offers to make it. */
export function MissingEdition({ issueId, language, missing, readOnly }: MissingEditionProps) {
  return (
    <div className="max-w-prose space-y-4 py-4">
      <p className="text-soft">{t('newsletterIssue.missing', { language: languageName(language) })}</p>
      {!readOnly && (
        <div className="flex flex-wrap gap-2">
          <TranslateButton
            issueId={issueId}
            languages={[language]}
            label={t('newsletterIssue.translate.action')}
          />
          {missing.length > 1 && (
            <TranslateButton
              issueId={issueId}
              languages={missing}
              label={t('newsletterIssue.translate.all', { count: missing.length })}
            />
          )}
        </div>
      )}
    </div>
  )
}
