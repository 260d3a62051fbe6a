import type { Language } from '#core/i18n/languages.ts'
import type { LanguageFacts } from '#core/languages/language-facts.ts'

const FACTS = import.meta.glob<LanguageFacts>('./??.ts', { eager: true, import: 'default' })

/** What is known of a language; undefined for one that has no file, which is then read and written without. */
export const factsOf = (language: Language): LanguageFacts | undefined => FACTS[`./${language}.ts`]
