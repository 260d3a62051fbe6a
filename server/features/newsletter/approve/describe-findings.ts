import type { ChecklistCode, ChecklistFinding } from '#core/domain/newsletter-checklist.ts'

const MAX_LENGTH = 700

const PHRASES: Record<ChecklistCode, string> = {
  no_subject: 'there is no subject',
  no_content: 'there is no content',
  no_text_part: 'the text part is empty',
  no_recipients: 'there are no active subscribers',
  no_test: 'it has not been tested since its last change',
  dead_link: 'a link leads nowhere',
  too_large: 'a message is so large that Gmail cuts its end off',
  no_preheader: 'there is no preheader',
  not_reviewed: 'a translation has not been reviewed',
  stale_edition: 'an edition was translated from another English text',
  stale_translation: 'an article has changed since it was translated',
  same_issue_lately: 'much the same has been sent lately',
  no_reply_address: 'there is no address for replies',
  nobody_in_language: 'nobody reads an edition',
  no_edition: 'some get the English edition, because there is none in their language',
}

/** Findings as one line, for the history of an issue and for mails to administrators. */
export function describeFindings(findings: readonly ChecklistFinding[]): string {
  const phrases = findings.map(({ code, language, detail }) => {
    const about = [language, detail].filter((part) => part !== null).join(', ')
    return about ? `${PHRASES[code]} (${about})` : PHRASES[code]
  })
  const all = phrases.join('; ')
  return all.length > MAX_LENGTH ? `${all.slice(0, MAX_LENGTH - 1)}…` : `${all}.`
}
