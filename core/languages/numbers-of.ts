import type { Language } from '#core/i18n/languages.ts'
import ENGLISH from '#core/languages/en.ts'
import { factsOf } from '#core/languages/facts-of.ts'
import type { NumberFacts } from '#core/languages/language-facts.ts'

/** Numbers of a language; if it is not known, as in English, with the separators of the language. */
export const numbersOf = (language: Language): NumberFacts => (factsOf(language) ?? ENGLISH).numbers
