import { type Language, localeOf } from '#core/i18n/languages.ts'
import { writeFirst } from '#core/languages/facts-of.ts'

/** A moment as clocks of a time zone show it, with the name of the zone. */
export function momentInWords(moment: Date, timeZone: string, language: Language = 'en'): string {
  const locale = language === 'en' ? 'en-GB' : localeOf(language)
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'short', timeZone })
  const said = format.format(moment)
  return `${writeFirst(said, language)} (${timeZone})`
}
