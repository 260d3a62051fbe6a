import { englishNameOf } from '#core/i18n/english-names.ts'

export const languageName = englishNameOf

const LIST = new Intl.ListFormat('en', { type: 'conjunction' })

/** Languages in a sentence: 'German, French, and Italian'. */
export function listLanguages(languages: readonly string[]): string {
  return LIST.format(languages.map(languageName))
}
