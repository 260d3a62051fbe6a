import type { SundaySchedule } from '#core/domain/newsletter-schedule.ts'

/** The message with the part of the day at which the newsletter goes out, in the form that follows the name of the day: "morning". */
export function newsletterDaypartKey({ newsletter_time }: Pick<SundaySchedule, 'newsletter_time'>) {
  const part = newsletter_time < '12:00' ? 'morning' : newsletter_time < '18:00' ? 'afternoon' : 'evening'
  return `newsletter.daypart.${part}` as const
}
