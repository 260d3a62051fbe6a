import type { SundaySchedule } from '#core/domain/newsletter-schedule.ts'
import { type Language, localeOf } from '#core/i18n/languages.ts'

/** The form of a time on a clock of 24 hours in each language, with its preposition; `minutes` is empty on the hour. */
const AT: Partial<Record<Language, (hour: number, minutes: string) => string>> = {
  en: (hour, minutes) => `at ${hour % 12 || 12}:${minutes || '00'} ${hour < 12 ? 'AM' : 'PM'}`,
  es: (hour, minutes) => `a ${hour === 1 ? 'la' : 'las'} ${hour}:${minutes || '00'}`,
  fr: (hour, minutes) => `à ${hour}\u00A0h${minutes && `\u00A0${minutes}`}`,
  de: (hour, minutes) => `um ${hour}${minutes && `:${minutes}`}\u00A0Uhr`,
  it: (hour, minutes) => `${hour === 1 ? 'all’' : 'alle '}${hour}:${minutes || '00'}`,
  pt: (hour, minutes) => `${hour === 1 ? 'à' : 'às'} ${hour}h${minutes}`,
}

/** The time of the newsletter, in the form after "Sunday": "at 9:00 AM (Central European Time)". */
export function formatNewsletterTime(schedule: SundaySchedule, language: Language): string {
  const [hour, minutes = ''] = schedule.newsletter_time.split(':')
  const say = AT[language]
  const time = say ? say(Number(hour), minutes === '00' ? '' : minutes) : plainTime(schedule, language)
  return `${time} (${zoneName(schedule.newsletter_zone, language)})`
}

/** The time alone, for languages whose preposition is not known. */
function plainTime({ newsletter_time }: SundaySchedule, language: Language): string {
  const format = new Intl.DateTimeFormat(localeOf(language), { timeStyle: 'short', timeZone: 'UTC' })
  return format.format(new Date(`2000-01-01T${newsletter_time}Z`))
}

/** The name of a zone that fits both summer and winter. */
function zoneName(timeZone: string, language: Language): string {
  const parts = new Intl.DateTimeFormat(localeOf(language), {
    timeZone,
    timeZoneName: 'longGeneric',
  }).formatToParts()
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
  // A zone without a name of its own is called by its offset, and Romance languages write "Ora" and "Hora" in capitals.
  return name.replace(/^(GMT|UTC)([+−-]?00:00)?$/, 'UTC').replace(/^H?Ora\b/i, (word) => word.toLowerCase())
}
