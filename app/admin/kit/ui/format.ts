import { t } from '#app/admin/kit/messages.ts'
import type { Article } from '#core/domain/article.ts'
import { englishNameOf } from '#core/i18n/english-names.ts'

const WHEN = { dateStyle: 'full', timeStyle: 'short' } as const
const SHORT = { dateStyle: 'medium', timeStyle: 'short' } as const
const CLOCK = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const

/** A moment as clocks of a time zone show it; in UTC when this browser does not know the zone. */
export function formatIn(zone: string, moment: Date): string {
  return new Intl.DateTimeFormat('en-US', { ...WHEN, timeZone: knownZone(zone) }).format(moment)
}

export const browserZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone

interface PlannedOptions {
  /** In lists. */
  isShort?: boolean
  here?: string
}

/** A planned moment in the zone in which it was chosen, and what that is here where clocks show something else. */
export function formatPlanned(
  moment: Date,
  zone: string,
  { isShort = false, here = browserZone() }: PlannedOptions = {},
): string {
  const style = isShort ? SHORT : WHEN
  const [there, own] = [knownZone(zone), here].map((each) => ({
    zone: each,
    when: new Intl.DateTimeFormat('en-US', { ...style, timeZone: each }).format(moment),
  })) as [Shown, Shown]
  const planned = t('schedule.when', { ...there })
  return there.when === own.when
    ? planned
    : t('schedule.whenHere', { there: planned, here: t('schedule.when', { ...own }) })
}

interface Shown {
  zone: string
  when: string
}

/** A moment as the clock of this computer shows it, with the name of its zone. */
export function formatHere(moment: Date): string {
  const zone = browserZone()
  return t('schedule.when', { when: formatIn(zone, moment), zone })
}

/** Only the hour and the minute. */
export function formatClock(zone: string, moment: Date): string {
  return new Intl.DateTimeFormat('en-GB', { ...CLOCK, timeZone: knownZone(zone) }).format(moment)
}

/** The server may know zones that this browser does not. */
export function knownZone(zone: string): string {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: zone })
    return zone
  } catch {
    return 'UTC'
  }
}

const DAY = new Intl.DateTimeFormat('en-US', {
  weekday: 'long',
  month: 'long',
  day: 'numeric',
  year: 'numeric',
  timeZone: 'UTC',
})
const MONTH = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })
const WEEKDAY = new Intl.DateTimeFormat('en-US', { weekday: 'short', timeZone: 'UTC' })
const SHORT_DAY = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })
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
export const formatShortDay = (day: string): string => SHORT_DAY.format(noon(day))
/** 'Nov 30 – Dec 6, 2026'. */
export const formatDays = (first: string, last: string): string => DATE.formatRange(noon(first), noon(last))

const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const
const AGO = new Intl.RelativeTimeFormat('en-US', { numeric: 'auto' })

/** Says how long ago something was, in the largest unit of which there is a whole one. */
export function formatAge(iso: string, now = new Date()): string {
  // The clock of the server may be a little ahead.
  const seconds = Math.max(0, (now.getTime() - Date.parse(iso)) / 1000)
  const [unit, length] = UNITS.find(([, each]) => seconds >= each) ?? (['second', 1] as const)
  return AGO.format(-Math.floor(seconds / length), unit)
}

export const languageName = englishNameOf

const LIST = new Intl.ListFormat('en', { type: 'conjunction' })

/** Languages in a sentence: 'German, French, and Italian'. */
export function listLanguages(languages: readonly string[]): string {
  return LIST.format(languages.map(languageName))
}

/** The name of an article in sentences of the desk. A draft may have no title yet. */
export function nameOf({ title }: Pick<Article, 'title'>): string {
  return title || t('article.untitled')
}

const SIZES = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

/** A size, as `12.4 MB`. */
export function formatBytes(bytes: number): string {
  const power = Math.min(SIZES.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3))
  return new Intl.NumberFormat('en-US', {
    style: 'unit',
    unit: SIZES[power] ?? 'byte',
    maximumFractionDigits: power < 2 ? 0 : 1,
  }).format(bytes / 1000 ** power)
}
