import { isStorable } from '#core/domain/article-input.ts'
import { TRANSLATED_LANGUAGES, type TranslatedLanguage } from '#core/domain/article-translation.ts'
import type { GlossaryTerm } from '#core/domain/glossary-term.ts'
import { z } from '#core/domain/schema.ts'

export const GLOSSARY_RULES = ['keep', 'translate-as', 'never'] as const satisfies GlossaryTerm['rule'][]

/** What is written of a term; the database sets the rest. */
export type GlossaryTermValues = Pick<GlossaryTerm, 'language' | 'term' | 'rule' | 'translation'>

export const MAX_TERM_CHARACTERS = 100
export const MAX_TERM_WORDS = 12
/** Of a language. */
export const MAX_TERMS = 2000

/** What the database does not store in a line: control characters, and those that turn the direction of a text. */
const UNPRINTABLE = /[\p{Cc}\u2028-\u202E\u2066-\u2069]/u

/** Words of a term, as texts are compared with it. */
const phrase = (what: string) =>
  z
    .string()
    .transform((text) => text.normalize('NFC').trim())
    .pipe(
      z
        .string()
        .min(1, { error: `Please write ${what}.`, abort: true })
        .refine((text) => isStorable(text) && !UNPRINTABLE.test(text), {
          error: 'This text has a character that cannot be stored. Please type it without.',
          abort: true,
        })
        .refine((text) => /[\p{L}\p{N}]/u.test(text), 'It needs at least one letter or digit.')
        .refine(
          (text) => (text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).length <= MAX_TERM_WORDS,
          `Use at most ${MAX_TERM_WORDS} words.`,
        )
        .max(MAX_TERM_CHARACTERS, `Use at most ${MAX_TERM_CHARACTERS} characters.`),
    )

const language = z.enum(TRANSLATED_LANGUAGES, 'Choose one of the languages es, fr, de, it and pt.')
const term = phrase('the term')

/** A term as it is written in a form, where what is not asked for stays empty. */
export const glossaryTermInput = z.discriminatedUnion(
  'rule',
  [
    z.strictObject({
      language,
      term,
      rule: z.literal(['keep', 'never']),
      translation: z
        .string()
        .nullable()
        .refine((text) => !text?.trim(), 'A translation belongs to the rule “translate as” only.')
        .transform((): null => null),
    }),
    z.strictObject({
      language,
      term,
      rule: z.literal('translate-as'),
      translation: phrase('what it is translated as'),
    }),
  ],
  'Choose one of the rules keep, translate-as and never.',
)

/** Two terms of a language are the same, whatever their case. */
export const termKey = ({ language, term }: { language: TranslatedLanguage; term: string }): string =>
  `${language} ${term.toLowerCase()}`
