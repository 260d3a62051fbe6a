import type { Language } from '#core/i18n/languages.ts'

/** What is wrong with the translation of a segment, with the words that a sentence about it needs. */
export type Problem =
  | { code: 'empty' }
  | { code: 'too_many_characters'; limit: number }
  | { code: 'identical' }
  | { code: 'too_short' | 'too_long'; percent: number }
  | { code: 'wrong_language'; detected: Language; quote: string }
  | { code: 'number_missing'; source: string }
  | { code: 'number_added' | 'decimal_point'; target: string }
  | { code: 'number_changed' | 'unit_changed' | 'date_changed'; source: string; target: string }
  | { code: 'term_missing' | 'term_forbidden'; term: string }
  | { code: 'term_untranslated'; term: string; as: string }
  | { code: 'placeholder_missing'; source: string }
  | {
      code:
        | 'placeholder_added'
        | 'address_added'
        | 'html_added'
        | 'markdown_added'
        | 'control_character_added'
      target: string
    }

export type ProblemCode = Problem['code']
