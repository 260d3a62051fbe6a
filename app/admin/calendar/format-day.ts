const DAY = new Intl.DateTimeFormat('en-US', {
  weekday: 'long',
  month: 'long',
  day: 'numeric',
  year: 'numeric',
  timeZone: 'UTC',
})
const MONTH = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })
const WEEKDAY = new Intl.DateTimeFormat('en-US', { weekday: 'short', timeZone: 'UTC' })
const SHORT = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })
const DATE = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  timeZone: 'UTC',
})

const noon = (day: string) => new Date(`${day}T12:00:00Z`)

/** A day in full: 'Friday, December 4, 2026'. */
export const formatDay = (day: string): string => DAY.format(noon(day))
/** 'Dec 4, 2026'. */
export const formatDate = (day: string): string => DATE.format(noon(day))
/** 'December 2026'. */
export const formatMonth = (day: string): string => MONTH.format(noon(day))
/** 'Fri'. */
export const formatWeekday = (day: string): string => WEEKDAY.format(noon(day))
/** 'Dec 4'. */
export const formatShortDay = (day: string): string => SHORT.format(noon(day))
/** 'Nov 30 – Dec 6, 2026'. */
export const formatDays = (first: string, last: string): string => DATE.formatRange(noon(first), noon(last))
