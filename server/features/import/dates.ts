/** A date of a source in ISO 8601, or null for none that the database could store. A date without a zone is in UTC. */
export function readDate(written: string): string | null {
  const text = written.trim()
  if (text === '' || text.startsWith('0000-00-00') || text.length > 60) return null
  // Milliseconds, as the importer of Ghost takes them.
  if (/^\d{12,13}$/.test(text)) return new Date(Number(text)).toISOString()
  const plain = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?))?$/.exec(text)
  const zoned =
    /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2})?(?:\.\d+)?) ?(Z|[+-]\d{2}:?\d{2}|[+-]\d{2}| UTC)$/i.exec(
      text,
    )
  const time = plain
    ? `${plain[1]}T${plain[2] ?? '00:00:00'}Z`
    : zoned
      ? `${zoned[1]}T${zoned[2]}${zoneOf(zoned[3] ?? '')}`
      : ZONE.test(text)
        ? text
        : `${text} UTC`
  const date = new Date(time)
  const isReal = plain || zoned ? isCalendarDay(text) : /[a-z]{3}/i.test(text)
  const year = date.getUTCFullYear()
  return isReal && year >= 1 && year <= 9999 ? date.toISOString() : null
}

/** A zone at the end of a date in words; without one it would be that of this machine. */
const ZONE = /(?:\b(?:GMT|UTC?|[ECMP][SD]T)|[+-]\d{2}:?\d{2}|\dZ)(?:\s*\([^()]*\))?$/i

function zoneOf(written: string): string {
  const zone = written.trim().toUpperCase()
  if (zone === 'Z' || zone === 'UTC') return 'Z'
  const digits = zone.slice(1).replace(':', '').padEnd(4, '0')
  return `${zone[0]}${digits.slice(0, 2)}:${digits.slice(2)}`
}

/** JavaScript takes 31 February for a day in March. */
export function isCalendarDay(text: string): boolean {
  const [year = 0, month = 0, day = 0] = text.slice(0, 10).split('-').map(Number)
  return day >= 1 && month >= 1 && month <= 12 && day <= new Date(Date.UTC(year, month, 0)).getUTCDate()
}
