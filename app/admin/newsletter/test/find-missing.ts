import { t } from '#app/admin/messages.ts'
import type { IssueDraft } from '#app/admin/newsletter/draft/issue-draft.ts'
import { countCharacters } from '#app/admin/newsletter/editions/count-characters.ts'
import { SUBJECT_MAX_LENGTH } from '#core/domain/newsletter-issue.ts'
import type { Language } from '#core/i18n/languages.ts'

/** Why these editions cannot be sent, to anybody; empty when they can. */
export function findMissing(draft: IssueDraft, languages: readonly Language[]): string {
  const { items } = draft.issue()
  const hasItems = items.some(({ left_out }) => left_out === null)
  for (const language of languages) {
    const subject = draft.read({ kind: 'edition', language, field: 'subject' }) ?? ''
    const content = draft.read({ kind: 'edition', language, field: 'content' })
    const hasContent = typeof content === 'string' ? hasText(content) : hasItems
    if (!subject.trim() || !hasContent) return t('newsletterSending.missing')
    if (countCharacters(subject) > SUBJECT_MAX_LENGTH) return t('newsletterIssue.problem.subject')
  }
  return ''
}

const hasText = (html: string) => /<img\b/i.test(html) || html.replace(/<[^>]*>|&nbsp;/g, '').trim() !== ''
