const DAY_MS = 86_400_000

/** The date and the time that a local clock shows. */
export interface WallTime {
  /** A date such as `2026-11-22`. */
  date: string
  /** A time such as `09:30`. */
  time: string
}

/**
 * The moments at which clocks of a time zone show this: one as a rule, none in the hour that is left out when summer time begins, and
 * two in the one that comes twice when it ends. The earlier one comes first.
 */
export function momentsOf({ date, time }: WallTime, zone: string): Date[] {
  const wall = Date.parse(`${date}T${time}:00Z`)
  // The 31st of February would become a day in March.
  if (Number.isNaN(wall) || !new Date(wall).toISOString().startsWith(date)) return []
  // The offsets in force before and after any change on that day.
  const offsets = new Set([wall - DAY_MS, wall + DAY_MS].map((at) => offsetAt(at, zone)))
  return [...offsets]
    .map((offset) => wall - offset)
    .filter((at) => at + offsetAt(at, zone) === wall)
    .toSorted((a, b) => a - b)
    .map((at) => new Date(at))
}

/**
 * The moment at which something is due: the first one of a time that comes twice; one that is left out is as much later as clocks go
 * forward.
 */
export function momentOf(wall: WallTime, zone: string): Date {
  const [first] = momentsOf(wall, zone)
  if (first) return first
  const shown = Date.parse(`${wall.date}T${wall.time}:00Z`)
  return new Date(shown - offsetAt(shown - DAY_MS, zone))
}

/** The date and the time of a time zone at a moment. */
export function wallTimeAt(moment: Date, zone: string): WallTime {
  const at = moment.getTime()
  const iso = new Date(at + offsetAt(at, zone)).toISOString()
  return { date: iso.slice(0, 10), time: iso.slice(11, 16) }
}

/** The offset of a time zone from UTC at a moment, in milliseconds. */
function offsetAt(at: number, zone: string): number {
  const parts = new Map(
    formatOf(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const [year, month, day, hour, minute, second] = PARTS.map((part) => parts.get(part) ?? 0)
  const shown = Date.UTC(year ?? 0, (month ?? 1) - 1, day, hour, minute, second)
  return shown - Math.floor(at / 1000) * 1000
}

const PARTS = ['year', 'month', 'day', 'hour', 'minute', 'second'] as const

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const number = 'numeric'
  return new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: number,
    month: number,
    day: number,
    hour: number,
    minute: number,
    second: number,
  })
}
