import { type Language, localeOf } from '#core/i18n/languages.ts'
import type { LanguageFacts, SpeechFacts } from '#core/languages/language-facts.ts'
import { wordsIn } from '#core/languages/lists.ts'
import { hasDecimalComma } from '#core/languages/separators.ts'

/** The words that rules need to read a language aloud. */
export interface SpeechWords extends SpeechFacts {
  locale: string
  decimal: '.' | ','
  /** The months as in `DateFacts`. */
  months: readonly string[]
  weekdays: readonly string[]
  isMonthFirst: boolean
  hasCapitalNouns: boolean
  /** The words with which sentences begin. */
  starters: ReadonlySet<string>
}

const made = new WeakMap<LanguageFacts, SpeechWords>()

export function speechWords(language: Language, facts: LanguageFacts): SpeechWords {
  const known = made.get(facts)
  if (known) return known
  const { months, weekdays, isMonthFirst } = facts.dates
  const words = {
    ...facts.speech,
    ...{ months, weekdays, isMonthFirst, locale: localeOf(language) },
    decimal: hasDecimalComma(language) ? ',' : '.',
    hasCapitalNouns: facts.names.capitalNouns !== undefined,
    starters: new Set(wordsIn(facts.sentences.starters)),
  } as const
  made.set(facts, words)
  return words
}
