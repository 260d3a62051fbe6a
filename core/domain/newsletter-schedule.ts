import { momentOf, wallTimeAt } from '#core/domain/zoned-time.ts'

/** The time at which the newsletter is sent: on Sundays, at a time of a zone. These are settings. */
export interface SundaySchedule {
  newsletter_time: string
  newsletter_zone: string
}

/** A Sunday of the newsletter, as `2026-11-29`, and the moment at which it is due then. */
export interface NewsletterSunday {
  sunday: string
  at: Date
}

/** An issue that is overdue by more than this, because no process ran, waits until an administrator decides. */
export const OVERDUE_AFTER_MINUTES = 15
/** The last day, in milliseconds from now, for which an issue can be scheduled. */
export const LONGEST_SCHEDULE_MS = 366 * 86_400_000

const DAY_MS = 86_400_000

/** The first Sunday whose moment is still to come. */
export function nextSunday(now: Date, schedule: SundaySchedule): NewsletterSunday {
  const today = wallTimeAt(now, schedule.newsletter_zone).date
  const first = shift(today, (7 - weekdayOf(today)) % 7)
  const at = momentOnSunday(first, schedule)
  if (at > now) return { sunday: first, at }
  const second = shift(first, 7)
  return { sunday: second, at: momentOnSunday(second, schedule) }
}

/** The last Sunday whose moment has come. */
export function lastSunday(now: Date, schedule: SundaySchedule): NewsletterSunday {
  const sunday = shift(nextSunday(now, schedule).sunday, -7)
  return { sunday, at: momentOnSunday(sunday, schedule) }
}

/** The moment at which the newsletter of a Sunday is due. */
export function momentOnSunday(sunday: string, schedule: SundaySchedule): Date {
  return momentOf({ date: sunday, time: schedule.newsletter_time }, schedule.newsletter_zone)
}

/** The moment at which its draft is made: the same time of the day before. */
export function draftMomentOf(sunday: string, schedule: SundaySchedule): Date {
  return momentOnSunday(shift(sunday, -1), schedule)
}

export function isOverdue(scheduledFor: Date, now: Date): boolean {
  return now.getTime() - scheduledFor.getTime() > OVERDUE_AFTER_MINUTES * 60_000
}

const weekdayOf = (date: string) => new Date(`${date}T00:00:00Z`).getUTCDay()

const shift = (date: string, days: number) =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)
