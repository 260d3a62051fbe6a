import type { Language } from '#core/i18n/languages.ts'
import type { LanguageFacts } from '#core/languages/language-facts.ts'

const FACTS = import.meta.glob<LanguageFacts>('./??.ts', { import: 'default' })

/** Loads the facts of a language, for browsers, which need only that one. */
export const loadFacts = async (language: Language): Promise<LanguageFacts | undefined> =>
  FACTS[`./${language}.ts`]?.()
