import { t } from '#app/admin/messages.ts'
import { EditionText } from '#app/admin/newsletter/editions/edition-text.tsx'
import {
  INTRODUCTION_MAX_LENGTH,
  PREHEADER_MAX_LENGTH,
  SUBJECT_MAX_LENGTH,
} from '#core/domain/newsletter-issue.ts'
import type { Language } from '#core/i18n/languages.ts'

/** What an edition says besides its items. */
export function EditionFields({ language, readOnly }: { language: Language; readOnly: boolean }) {
  const shared = { language, readOnly }
  return (
    <div className="max-w-3xl space-y-5">
      <EditionText
        {...shared}
        field="subject"
        label={t('newsletterIssue.subject')}
        hint={t('newsletterIssue.subject.hint')}
        most={SUBJECT_MAX_LENGTH}
      />
      <EditionText
        {...shared}
        field="preheader"
        label={t('newsletterIssue.preheader')}
        hint={t('newsletterIssue.preheader.hint')}
        most={PREHEADER_MAX_LENGTH}
      />
      <EditionText
        {...shared}
        field="introduction"
        label={t('newsletterIssue.introduction')}
        hint={t('newsletterIssue.introduction.hint')}
        most={INTRODUCTION_MAX_LENGTH}
        rows={4}
      />
    </div>
  )
}
