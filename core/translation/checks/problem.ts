import type { Language } from '#core/i18n/languages.ts'

/** What is wrong with the translation of a segment, with the words that a sentence about it needs. */
export type Problem =
  | { code: 'number_missing'; source: string }
  | { code: 'number_added'; target: string }
  | { code: 'number_changed' | 'unit_changed' | 'date_changed'; source: string; target: string }
  | { code: 'wrong_language'; detected: Language; quote: string }
