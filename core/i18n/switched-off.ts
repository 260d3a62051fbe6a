import { englishNameOf } from '#core/i18n/english-names.ts'
import type { Language } from '#core/i18n/languages.ts'

const LIST = new Intl.ListFormat('en')

/** The reason why nothing is made in these languages, as a sentence for editors. */
export function describeSwitchedOff(languages: readonly Language[]): string {
  const names = LIST.format(languages.map(englishNameOf))
  return `${names} ${languages.length === 1 ? 'is' : 'are'} switched off: see Languages in the settings.`
}
