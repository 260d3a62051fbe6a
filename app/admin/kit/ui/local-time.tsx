import { htmlTime } from '#core/i18n/dates.ts'

const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' })
const MINUTE = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' })
const ZONED = new Intl.DateTimeFormat('en-US', {
  ...{ month: 'short', day: 'numeric', year: 'numeric' },
  ...{ hour: 'numeric', minute: '2-digit', timeZoneName: 'short' },
})
const SECOND = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeStyle: 'long' })

const FORMATS = { day: DAY, minute: MINUTE, zoned: ZONED }

interface LocalTimeProps {
  iso: string
  /** `zoned` is a minute with the zone, for what others follow by other clocks. */
  precision: keyof typeof FORMATS
}

/** A time in the editor's time zone. Only the browser knows that zone, so it is never rendered on the server. */
export function LocalTime({ iso, precision }: LocalTimeProps) {
  const moment = new Date(iso)
  return (
    <time dateTime={htmlTime(iso)} title={SECOND.format(moment)}>
      {FORMATS[precision].format(moment)}
    </time>
  )
}

const TIME = new Intl.DateTimeFormat('en-US', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
const SHORT_DAY = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric' })
const YEAR = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' })

/** A moment as short as it is clear: the time of today, the day of this year, or the date. */
export function formatShortTime(iso: string, now = new Date()): string {
  const moment = new Date(iso)
  if (moment.toDateString() === now.toDateString()) return TIME.format(moment)
  return (moment.getFullYear() === now.getFullYear() ? SHORT_DAY : YEAR).format(moment)
}

/** In the zone of the editor, with the whole moment as its title. */
export function ShortTime({ iso }: { iso: string }) {
  return (
    <time
      dateTime={htmlTime(iso)}
      title={new Date(iso).toLocaleString('en-US', { dateStyle: 'full', timeStyle: 'short' })}
    >
      {formatShortTime(iso)}
    </time>
  )
}
