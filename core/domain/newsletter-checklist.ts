import type { Language } from '#core/i18n/languages.ts'

/** The findings of the checklist, at approval and again when the issue is due. */
export type ChecklistCode =
  | 'no_subject'
  | 'subject_not_plain'
  | 'no_content'
  | 'no_test'
  | 'dead_link'
  | 'too_large'
  | 'no_preheader'
  | 'no_text_part'
  | 'nobody_in_language'
  | 'no_edition'
  | 'nothing_chosen'
  | 'not_reviewed'
  | 'stale_edition'
  | 'stale_translation'
  | 'same_issue_lately'
  | 'no_reply_address'
  | 'no_recipients'
  | 'no_transport'

/** The meaning of a finding for the approval: it prevents it, an administrator has to accept it, or it is only information. */
export type ChecklistWeight = 'blocks' | 'asks' | 'informs'

export const CHECKLIST_WEIGHTS: Record<ChecklistCode, ChecklistWeight> = {
  no_subject: 'blocks',
  subject_not_plain: 'blocks',
  no_content: 'blocks',
  // Some programs show nothing of a mail without it, and filters take such mails for spam.
  no_text_part: 'blocks',
  no_recipients: 'blocks',
  // Mail is stored in the outbox; only an issue that is meant for it can be sent.
  no_transport: 'blocks',
  no_test: 'asks',
  dead_link: 'asks',
  // Gmail cuts off the end, where the link to unsubscribe is; the header of the mail still has one.
  too_large: 'asks',
  no_preheader: 'asks',
  not_reviewed: 'asks',
  stale_edition: 'asks',
  stale_translation: 'asks',
  same_issue_lately: 'asks',
  no_reply_address: 'asks',
  nobody_in_language: 'informs',
  no_edition: 'informs',
  // Subscribers who chose sections that are all empty this time.
  nothing_chosen: 'informs',
}

export const CHECKLIST_CODES = Object.keys(CHECKLIST_WEIGHTS) as ChecklistCode[]

export interface ChecklistFinding {
  code: ChecklistCode
  /** True if it prevents the approval; otherwise an administrator may approve the issue anyway. */
  blocks: boolean
  language: Language | null
  /** A link, a title, a number of bytes: what the sentence of the finding is about. */
  detail: string | null
}

/** The findings that still prevent an approval when these codes are accepted, of an issue that is meant for the outbox or for its subscribers. */
export function openFindings(
  findings: readonly ChecklistFinding[],
  accepted: readonly ChecklistCode[],
  { intoOutbox = false } = {},
): ChecklistFinding[] {
  return findings.filter(({ code }) => {
    if (code === 'no_transport') return !intoOutbox
    const weight = CHECKLIST_WEIGHTS[code]
    return weight === 'blocks' || (weight === 'asks' && !accepted.includes(code))
  })
}

/** The result of a rehearsal: every message was composed, and none was sent. */
export interface RehearsalReport {
  /** The revision of the issue that was rehearsed. */
  revision: number
  audience: number
  /** The number of them who would get nothing, because nothing in it is of the sections that they chose. */
  empty: number
  editions: {
    language: Language
    recipients: number
    /** The number of them who get this edition because there is none in their language. */
    fallbacks: number
    /** The size of the largest message. */
    bytes: number
  }[]
  /** A hash of all bodies: a send with the same one has sent exactly what was rehearsed. */
  digest: string
  deadLinks: string[]
  findings: ChecklistFinding[]
  milliseconds: number
}
