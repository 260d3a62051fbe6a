import type { Language } from '#core/i18n/languages.ts'

export interface SubscriberCounts {
  total: number
  /** Confirmed and active: who is sent the newsletter. */
  active: number
  /** Signed up, and not confirmed yet. */
  pending: number
  unsubscribed: number
  /** Who is sent it in each language, most first. */
  languages: { language: Language; active: number }[]
}

export interface SubscriberWeek {
  /** Its Monday in UTC, as YYYY-MM-DD. */
  week: string
  /** Who was confirmed in it, or subscribed elsewhere, if they were imported with that date. */
  joined: number
  /** Who was imported in it, of whom it is not known when they joined. */
  imported: number
  left: number
  /** At its end. */
  active: number
}

/** The most weeks that can be asked for. */
export const GROWTH_WEEKS = 104
