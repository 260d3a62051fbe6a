import type { Language } from '#core/i18n/languages.ts'

const NAMES = new Intl.DisplayNames(['en'], { type: 'language' })
const LIST = new Intl.ListFormat('en')

/** Why nothing is made in these languages, as a sentence for editors. */
export function describeSwitchedOff(languages: readonly Language[]): string {
  const names = LIST.format(languages.map((code) => NAMES.of(code) ?? code))
  return `${names} ${languages.length === 1 ? 'is' : 'are'} switched off: see Languages in the settings.`
}
