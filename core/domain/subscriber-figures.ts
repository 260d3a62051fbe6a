import type { Language } from '#core/i18n/languages.ts'

export interface SubscriberCounts {
  total: number
  /** Confirmed and active subscribers, who are sent the newsletter. */
  active: number
  /** People who signed up and have not confirmed yet. */
  pending: number
  unsubscribed: number
  /** The active subscribers of each language, most first. */
  languages: { language: Language; active: number }[]
}

export interface SubscriberWeek {
  /** The Monday of the week in UTC, as YYYY-MM-DD. */
  week: string
  /** Subscribers who were confirmed in it, or subscribed elsewhere, if they were imported with that date. */
  joined: number
  /** Subscribers who were imported in it without the date on which they joined. */
  imported: number
  left: number
  /** The active subscribers at its end. */
  active: number
}

/** The most weeks that can be asked for. */
export const GROWTH_WEEKS = 104
