/** The kinds of items on a calendar. Ideas, due days and waiting schedules can be moved by people who may change them. */
export type CalendarKind = 'idea' | 'due' | 'schedule' | 'ending' | 'issue' | 'published'
export type MovableKind = 'idea' | 'due' | 'schedule'

export interface CalendarItem {
  kind: CalendarKind
  /** The id of the idea, the article or the issue. */
  id: string
  /** `YYYY-MM-DD` in the zone of the calendar. */
  day: string
  /** The moment, if the item has one. */
  at: string | null
  title: string
  languages: string[]
  section: string | null
  person: string | null
  /** The slug of an article. */
  slug: string | null
  /** The state of a draft, a schedule or an issue. */
  status: string | null
  changed_at: string
  can_move: boolean
}

/** An id that stays the same when the item moves. An article is one item for each day on which a version of it appeared. */
export const itemId = ({ kind, id, day }: Pick<CalendarItem, 'kind' | 'id' | 'day'>): string =>
  kind === 'published' ? `${kind}-${id}-${day}` : `${kind}-${id}`

/** The items on a calendar, without those beyond the first 500. */
export interface CalendarContent {
  items: CalendarItem[]
  has_more: boolean
}

export interface CalendarRhythm {
  /** `YYYY-MM-DD` in the zone of the calendar. */
  today: string
  /** For each section, in how many of the last eight weeks it had something new, and whether anything is planned for the next week. */
  sections: { section: string; weeks: number; is_planned: boolean }[]
  /** The last publications of each language, at most twenty. */
  languages: { language: string; count: number; newest: string | null; oldest: string | null }[]
}

/** The answer of `list_calendar`. */
export interface CalendarAnswer extends CalendarContent {
  rhythm: CalendarRhythm
}

/** The answer of `move_calendar_item`; `changed`: the item is now on another day, or gone. */
export interface CalendarMove {
  status:
    | 'moved'
    | 'changed'
    | 'gone'
    | 'already_published'
    | 'past'
    | 'too_far'
    | 'unknown_zone'
    | 'incomplete'
}

export type CalendarGap =
  | { kind: 'section'; section: string }
  | { kind: 'language'; language: string; days: number }

const DAY_MS = 86_400_000
/** A section that had something in this many of the last eight weeks has something every week as a rule. */
const USUAL_WEEKS = 6
/** The shortest silence that counts as a gap. */
const SHORTEST_SILENCE_DAYS = 7

/**
 * The gaps: sections that have something nearly every week and nothing planned for the next one, and languages in which nothing was
 * published for more than twice as long as usual.
 */
export function findGaps({ sections, languages }: CalendarRhythm, now: Date): CalendarGap[] {
  const unplanned = sections
    .filter(({ weeks, is_planned }) => weeks >= USUAL_WEEKS && !is_planned)
    .map(({ section }) => ({ kind: 'section' as const, section }))
  const silent = languages.flatMap(({ language, count, newest, oldest }) => {
    if (count < 2 || newest === null || oldest === null) return []
    const usual = (Date.parse(newest) - Date.parse(oldest)) / DAY_MS / (count - 1)
    const since = (now.getTime() - Date.parse(newest)) / DAY_MS
    const isSilent = since > Math.max(SHORTEST_SILENCE_DAYS, 2 * usual)
    return isSilent ? [{ kind: 'language' as const, language, days: Math.floor(since) }] : []
  })
  return [...unplanned, ...silent]
}

export function shiftDay(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)
}

export function mondayOf(day: string): string {
  return shiftDay(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7))
}

/** The first day of the month that is some months away from that of a day. */
export function shiftMonth(day: string, months: number): string {
  const [year, month] = day.split('-').map(Number)
  return new Date(Date.UTC(year ?? 0, (month ?? 1) - 1 + months, 1)).toISOString().slice(0, 10)
}

/** Returns true for a day that calendars show. */
export function isDay(text: string): boolean {
  return (
    /^2[01]\d\d-\d\d-\d\d$/.test(text) &&
    !Number.isNaN(Date.parse(`${text}T00:00:00Z`)) &&
    shiftDay(text, 0) === text
  )
}

export type CalendarView = 'week' | 'month'

/** The days that a view shows: whole weeks, which begin on Monday. */
export function daysOfView(view: CalendarView, day: string): string[] {
  const first = mondayOf(view === 'week' ? day : shiftMonth(day, 0))
  const last = view === 'week' ? shiftDay(first, 6) : shiftDay(mondayOf(shiftDay(shiftMonth(day, 1), -1)), 6)
  const count = (Date.parse(last) - Date.parse(first)) / DAY_MS + 1
  return Array.from({ length: count }, (_, index) => shiftDay(first, index))
}
