import { type Language, localeOf } from '#core/i18n/languages.ts'
import type { LanguageFacts, SpeechFacts } from '#core/languages/language-facts.ts'
import { hasDecimalComma } from '#core/languages/separators.ts'

/** All that rules need to read a language aloud. */
export interface SpeechWords extends SpeechFacts {
  locale: string
  decimal: '.' | ','
  /** As in `DateFacts`. */
  months: readonly string[]
  isMonthFirst: boolean
}

const made = new WeakMap<LanguageFacts, SpeechWords>()

export function speechWords(language: Language, facts: LanguageFacts): SpeechWords {
  const known = made.get(facts)
  if (known) return known
  const { months, isMonthFirst } = facts.dates
  const decimal = hasDecimalComma(language) ? ',' : '.'
  const words = { ...facts.speech, locale: localeOf(language), decimal, months, isMonthFirst } as const
  made.set(facts, words)
  return words
}
