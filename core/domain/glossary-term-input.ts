import { isStorable } from '#core/domain/article-input.ts'
import { TRANSLATED_LANGUAGES, type TranslatedLanguage } from '#core/domain/article-translation.ts'
import type { GlossaryTerm, TermEntry } from '#core/domain/glossary-term.ts'
import { z } from '#core/domain/schema.ts'

export const GLOSSARY_RULES = ['keep', 'translate-as', 'never'] as const satisfies GlossaryTerm['rule'][]

/** The editable columns of a term; the database sets the rest. */
export type GlossaryTermValues = Pick<GlossaryTerm, 'language' | 'term' | 'rule' | 'translation'> & {
  /** Absent if it stays as it was. */
  example?: string | undefined
}

export const MAX_TERM_CHARACTERS = 100
export const MAX_TERM_WORDS = 12
export const MAX_EXAMPLE_CHARACTERS = 300
/** The limit for a language. */
export const MAX_TERMS = 2000

/** Characters that the database does not store in a line: control characters, and those that change the direction of a text. */
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

const CODES = new Intl.ListFormat('en-GB').format(TRANSLATED_LANGUAGES)
const language = z.enum(TRANSLATED_LANGUAGES, `Choose one of the languages ${CODES}.`)
const term = phrase('the term')

const example = z
  .string()
  .transform((text) => text.normalize('NFC').trim())
  .pipe(
    z
      .string()
      .max(MAX_EXAMPLE_CHARACTERS, `Use at most ${MAX_EXAMPLE_CHARACTERS} characters.`)
      .refine(
        (text) => isStorable(text) && !UNPRINTABLE.test(text),
        'This text has a character that cannot be stored. Please type it without.',
      ),
  )

export const proposedTermInput = z.object({
  language,
  term,
  wording: phrase('how it is to be translated'),
  instead: z
    .string()
    .transform((text) => text.trim() || null)
    .pipe(phrase('what it is translated as now').nullable()),
  why: example.transform((text) => text || null),
})

export type ProposedTerm = z.output<typeof proposedTermInput>

/** The form's fields for a language: a language left empty has no rule. */
const languageRule = z
  .object({ rule: z.enum(GLOSSARY_RULES), translation: z.string() })
  .transform(({ rule, translation }, context) => {
    if (rule !== 'translate-as') return { rule, translation: null }
    if (translation.trim() === '') return null
    const parsed = phrase('what it is translated as').safeParse(translation)
    if (parsed.success) return { rule, translation: parsed.data }
    context.addIssue({
      code: 'custom',
      path: ['translation'],
      message: parsed.error.issues[0]?.message ?? '',
    })
    return z.NEVER
  })

/** A term as it is entered for all languages. */
export const termEntryInput = z
  .object({
    term,
    example,
    languages: z.object(
      Object.fromEntries(TRANSLATED_LANGUAGES.map((code) => [code, languageRule])) as Record<
        TranslatedLanguage,
        typeof languageRule
      >,
    ),
  })
  .refine(({ languages }) => Object.values(languages).some((rule) => rule !== null), {
    path: ['term'],
    message: 'Write a translation into at least one language, or leave the term as it is in one.',
  })
  .transform(
    ({ term, example, languages }): TermEntryValues => ({
      term,
      example: example || null,
      languages: Object.fromEntries(Object.entries(languages).filter(([, rule]) => rule !== null)),
    }),
  )

/** The editable columns of a term for all languages. */
export type TermEntryValues = Pick<TermEntry, 'term' | 'example'> & {
  languages: Partial<Record<TranslatedLanguage, Pick<GlossaryTerm, 'rule' | 'translation'>>>
}

/** A term as it is written in a form, in which fields that do not apply stay empty. */
export const glossaryTermInput = z.discriminatedUnion(
  'rule',
  [
    z.strictObject({
      language,
      term,
      rule: z.literal(['keep', 'never']),
      example: example.optional().transform((text) => text || undefined),
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
      example: example.optional().transform((text) => text || undefined),
      translation: phrase('what it is translated as'),
    }),
  ],
  'Choose one of the rules keep, translate-as and never.',
)

/** Two terms of a language are the same, whatever their case. */
export const termKey = ({ language, term }: { language: TranslatedLanguage; term: string }): string =>
  `${language} ${term.toLowerCase()}`
