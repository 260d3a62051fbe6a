import { languageName } from '#app/admin/article/language-name.ts'
import { t } from '#app/admin/messages.ts'
import { TRANSLATIONS_PATH } from '#app/admin/translations/translation-paths.ts'
import type { ChecklistCode, ChecklistFinding } from '#core/domain/newsletter-checklist.ts'
import { MESSAGE_MAX_BYTES } from '#core/domain/newsletter-issue.ts'
import { isLanguage } from '#core/i18n/languages.ts'

const KILOBYTES = new Intl.NumberFormat('en', { maximumFractionDigits: 1 })

/** What a finding of the checklist says to editors. */
export function describeFinding({ code, language, detail }: ChecklistFinding): string {
  const name = isLanguage(language) ? languageName(language) : ''
  const values = { language: name, detail: detail ?? '' }
  const sentences: Record<ChecklistCode, () => string> = {
    no_subject: () => t('newsletterSending.finding.noSubject', { language: name }),
    no_content: () => t('newsletterSending.finding.noContent', { language: name }),
    no_test: () => t('newsletterSending.finding.noTest'),
    dead_link: () => t('newsletterSending.finding.deadLink'),
    too_large: () =>
      t('newsletterSending.finding.tooLarge', {
        language: name,
        size: KILOBYTES.format(Number(detail) / 1024),
        most: KILOBYTES.format(MESSAGE_MAX_BYTES / 1024),
      }),
    no_preheader: () => t('newsletterSending.finding.noPreheader', { language: name }),
    no_text_part: () => t('newsletterSending.finding.noTextPart', { language: name }),
    nobody_in_language: () => t('newsletterSending.finding.nobody', { language: name }),
    no_edition: () =>
      t('newsletterSending.finding.noEdition', { language: name, count: Number(detail) || 0 }),
    not_reviewed: () => t('newsletterSending.finding.notReviewed', { language: name }),
    stale_edition: () => t('newsletterSending.finding.staleEdition', { language: name }),
    stale_translation: () => t('newsletterSending.finding.staleTranslation', values),
    same_issue_lately: () => t('newsletterSending.finding.sameIssue', { subject: values.detail }),
    no_reply_address: () => t('newsletterSending.finding.noReplyAddress'),
    no_recipients: () => t('newsletterSending.finding.noRecipients'),
  }
  return sentences[code]()
}

/** Where a finding is resolved; null when it is about the texts of its edition. */
export function placeOf({ code, detail }: ChecklistFinding): { to: string; isElsewhere: boolean } | null {
  switch (code) {
    case 'dead_link':
      return detail ? { to: detail, isElsewhere: true } : null
    case 'no_test':
      return { to: '#issue-test', isElsewhere: false }
    case 'no_reply_address':
      return { to: '/admin/settings#newsletter-settings', isElsewhere: false }
    case 'stale_translation':
      return { to: TRANSLATIONS_PATH, isElsewhere: false }
    default:
      return null
  }
}
