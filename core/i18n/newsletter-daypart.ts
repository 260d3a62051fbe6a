import type { SundaySchedule } from '#core/domain/newsletter-schedule.ts'
import type { Language } from '#core/i18n/languages.ts'

/** The part of a Sunday, in the form that follows the name of the day. */
const DAYPARTS: Record<Language, readonly [morning: string, afternoon: string, evening: string]> = {
  en: ['morning', 'afternoon', 'evening'],
  es: ['por la mañana', 'por la tarde', 'por la noche'],
  fr: ['matin', 'après-midi', 'soir'],
  de: ['morgen', 'nachmittag', 'abend'],
  it: ['mattina', 'pomeriggio', 'sera'],
  pt: ['de manhã', 'à tarde', 'à noite'],
}

/** The part of the day at which the newsletter goes out: "morning". */
export function formatNewsletterDaypart({ newsletter_time }: SundaySchedule, language: Language): string {
  const [morning, afternoon, evening] = DAYPARTS[language]
  if (newsletter_time < '12:00') return morning
  return newsletter_time < '18:00' ? afternoon : evening
}
