import { type Block, placeOf, surroundings } from '#core/check/text/block.ts'
import { MAX_FINDING_LENGTH } from '#core/domain/article-check.ts'
import type { ArticleInput } from '#core/domain/article-input.ts'
import { withFewMarks } from '#core/languages/fold-letters.ts'
import { hashOf } from '#core/text-hash.ts'

export const RULES = [
  'banned_word',
  'cut_off',
  'dead_link',
  'empty_link',
  'figure',
  'footnote_empty',
  'footnote_repeated',
  'footnote_undefined',
  'footnote_unused',
  'link_language',
  'long_social_text',
  'missing_alt',
  'missing_credit',
  'missing_excerpt',
  'moved_link',
  'name',
  'placeholder',
  'remote_image',
  'sample_link',
  'weekday',
] as const
export type Rule = (typeof RULES)[number]

/** `problem`: readers would notice a mistake. `question`: it may be right, and an editor should look. */
export type Severity = 'problem' | 'question'

/** The offsets of a text in the source of its field. */
export interface Place {
  from: number
  to: number
}

/** A finding of a rule. It contains no text for people. */
export interface Found {
  /** The same each time the same is found, wherever it then is; the key of an override. */
  id: string
  rule: Rule
  severity: Severity
  field: keyof ArticleInput
  /** Null when the finding is about the whole field. */
  place: Place | null
  /** The words that were found. */
  quote: string
  /** The other spelling or figure, the right weekday or a better link, with which it is compared; empty when there is none. */
  other: string
  /** The second of two places that do not agree. */
  related: { field: keyof ArticleInput; place: Place } | null
}

/** A finding as editors see it. */
export interface Finding extends Found {
  message: string
  /** The reason why an editor accepted it; null while it is open. */
  reason: string | null
}

const MAX_PART_LENGTH = 80

/** A finding about a whole field, or about a place in it. Its id is made of rule, field and quote. */
export function found(
  what: Pick<Found, 'rule' | 'severity' | 'field'> & Partial<Omit<Found, 'id'>>,
  ...distinction: string[]
): Found {
  const { rule, field, quote = '' } = what
  return {
    id: findingId(rule, field, quote, ...distinction),
    place: null,
    quote,
    other: '',
    related: null,
    ...what,
  }
}

/** A finding about some words of a text, which is distinguished by the words around it from others with the same words. */
export function foundInText(
  block: Block,
  { from, to }: { from: number; to: number },
  what: Pick<Found, 'rule' | 'severity'> & Partial<Omit<Found, 'id'>>,
): Found {
  const quote = block.text.slice(from, to)
  const place = placeOf(block, from, to)
  return found({ field: block.field, quote, place, ...what }, surroundings(block, from, to))
}

/** An id of a finding, which does not depend on its place: the same parts always make the same id. */
function findingId(...parts: string[]): string {
  const id = parts.map(readable).join(':')
  // The hash distinguishes two findings whose readable parts are cut off.
  return `${id.slice(0, MAX_FINDING_LENGTH - 20)}:${hashOf(parts.join('\u001f'))}`
}

function readable(part: string): string {
  const words = withFewMarks(part)
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}$€£%.,'’_-]+/gu, ' ')
  return Array.from(words.trim()).slice(0, MAX_PART_LENGTH).join('')
}
