import type { SundaySchedule } from '#core/domain/newsletter-schedule.ts'
import type { Language } from '#core/i18n/languages.ts'

/** The part of a Sunday, in the form that follows the name of the day. */
const DAYPARTS: Partial<Record<Language, readonly [morning: string, afternoon: string, evening: string]>> = {
  en: ['morning', 'afternoon', 'evening'],
  es: ['por la mañana', 'por la tarde', 'por la noche'],
  fr: ['matin', 'après-midi', 'soir'],
  de: ['morgen', 'nachmittag', 'abend'],
  it: ['mattina', 'pomeriggio', 'sera'],
  pt: ['de manhã', 'à tarde', 'à noite'],
}

/** The part of the day at which the newsletter goes out: "morning". */
export function formatNewsletterDaypart({ newsletter_time }: SundaySchedule, language: Language): string {
  const part = newsletter_time < '12:00' ? 0 : newsletter_time < '18:00' ? 1 : 2
  const format = { dayPeriod: 'long' } as const
  // Without words of its own, what is said of such an hour: "in the morning".
  return DAYPARTS[language]?.[part] ?? new Date(2000, 0, 1, 9 + part * 6).toLocaleTimeString(language, format)
}
