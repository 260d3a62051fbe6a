import { t } from '#app/admin/messages.ts'
import { countCharacters } from '#app/admin/newsletter/editions/count-characters.ts'
import type { DeskIssue } from '#core/data/newsletter-issues.ts'
import {
  CONTENT_MAX_LENGTH,
  INTRODUCTION_MAX_LENGTH,
  PREHEADER_MAX_LENGTH,
  SUBJECT_MAX_LENGTH,
  SUMMARY_MAX_LENGTH,
} from '#core/domain/newsletter-issue.ts'
import type { Language } from '#core/i18n/languages.ts'

export type EditionField = 'subject' | 'preheader' | 'introduction' | 'content'
const EDITION_FIELDS: readonly EditionField[] = ['subject', 'preheader', 'introduction', 'content']

/** A text of an issue that editors write. */
export type TextPlace =
  | { kind: 'edition'; language: Language; field: EditionField }
  | { kind: 'summary'; language: Language; itemId: string }

/** A text; null where there is none, so that a content is derived from the items. */
export type Text = string | null

export const keyOf = (place: TextPlace) =>
  place.kind === 'edition' ? `${place.language} ${place.field}` : `${place.language} summary ${place.itemId}`

/** All texts of an issue as they are stored. */
export function textsOf({ editions, items }: DeskIssue): Map<string, Text> {
  const texts = new Map<string, Text>()
  for (const edition of editions)
    for (const field of EDITION_FIELDS)
      texts.set(keyOf({ kind: 'edition', language: edition.language, field }), edition[field])
  for (const { id, summaries } of items)
    for (const { language, summary } of summaries)
      texts.set(keyOf({ kind: 'summary', language, itemId: id }), summary)
  return texts
}

const MAX_LENGTHS: Record<EditionField, number> = {
  subject: SUBJECT_MAX_LENGTH,
  preheader: PREHEADER_MAX_LENGTH,
  introduction: INTRODUCTION_MAX_LENGTH,
  content: CONTENT_MAX_LENGTH,
}

/** Why a text cannot be stored; empty when it can. */
export function problemOf(place: TextPlace, text: Text): string {
  if (text === null) return ''
  const length = countCharacters(text)
  if (place.kind === 'summary') {
    if (text.trim() === '') return t('newsletterIssue.problem.emptySummary')
    return length > SUMMARY_MAX_LENGTH
      ? t('newsletterIssue.problem.tooLong', { most: SUMMARY_MAX_LENGTH })
      : ''
  }
  const most = MAX_LENGTHS[place.field]
  if (length <= most) return ''
  return place.field === 'subject'
    ? t('newsletterIssue.problem.subject')
    : t('newsletterIssue.problem.tooLong', { most: most.toLocaleString('en') })
}
