import type { Language } from '#core/i18n/languages.ts'
import de from '#core/languages/de.ts'
import en from '#core/languages/en.ts'
import es from '#core/languages/es.ts'
import fr from '#core/languages/fr.ts'
import it from '#core/languages/it.ts'
import type { LanguageFacts } from '#core/languages/language-facts.ts'
import pt from '#core/languages/pt.ts'

const FACTS: Partial<Record<Language, LanguageFacts>> = { de, en, es, fr, it, pt }

/** The facts of a language; undefined for one that has no file, which is then read and written without. */
export const factsOf = (language: Language): LanguageFacts | undefined => FACTS[language]

/** The same part of the facts of every language, for texts that may have words of several. */
export const ofEveryLanguage = <T>(part: (facts: LanguageFacts) => T | undefined): T[] =>
  Object.values(FACTS)
    .map(part)
    .filter((found) => found !== undefined)

/** A pattern of every language as the source of one regular expression. */
export const anyOf = (pattern: (facts: LanguageFacts) => string | undefined): string =>
  [...new Set(ofEveryLanguage(pattern))].filter(Boolean).join('|')
