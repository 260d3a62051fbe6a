import { englishNameOf } from '#core/i18n/english-names.ts'
import type { Language } from '#core/i18n/languages.ts'

export const languageName = englishNameOf

const LIST = new Intl.ListFormat('en', { type: 'conjunction' })

/** Languages in a sentence: 'German, French, and Italian'. */
export function listLanguages(languages: readonly Language[]): string {
  return LIST.format(languages.map(languageName))
}
