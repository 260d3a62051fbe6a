import type { ArticleInput } from '#core/domain/article-input.ts'

export const RULES = [
  'banned_word',
  'cut_off',
  'dead_link',
  'empty_link',
  'figure',
  'link_language',
  'missing_alt',
  'missing_credit',
  'missing_excerpt',
  'moved_link',
  'name',
  'placeholder',
  'sample_link',
  'weekday',
] as const
export type Rule = (typeof RULES)[number]

/** `problem`: readers would notice a mistake. `question`: it may be right, and somebody should look. */
export type Severity = 'problem' | 'question'

/** The offsets of a text in the source of its field. */
export interface Place {
  from: number
  to: number
}

/** What a rule found. It has no words for people. */
export interface Found {
  /** The same whenever the same is found again, wherever it then is; the key of an override. */
  id: string
  rule: Rule
  severity: Severity
  field: keyof ArticleInput
  /** Null when the finding is about the whole field. */
  place: Place | null
  /** What is there. */
  quote: string
  /** What it is compared with: another spelling, another figure, the right weekday, a better link; empty when there is nothing. */
  other: string
  /** The second of two places that do not agree. */
  related: { field: keyof ArticleInput; place: Place } | null
}

/** A finding as editors see it. */
export interface Finding extends Found {
  message: string
  /** Why an editor let it stand; null while it is open. */
  reason: string | null
}
