import type { Language } from '#core/i18n/languages.ts'

const NAMES = new Intl.DisplayNames(['en'], { type: 'language' })

/** The English name of a language. */
export function languageName(language: string): string {
  return NAMES.of(language) ?? language
}

const LIST = new Intl.ListFormat('en', { type: 'conjunction' })

/** Languages in a sentence: 'German, French, and Italian'. */
export function listLanguages(languages: readonly Language[]): string {
  return LIST.format(languages.map(languageName))
}
