import { htmlTime } from '#core/i18n/dates.ts'

const TIME = new Intl.DateTimeFormat('en-US', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
const DAY = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric' })
const YEAR = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' })

/** A moment as short as it is clear: the time of today, the day of this year, or the date. */
export function formatShortTime(iso: string, now = new Date()): string {
  const moment = new Date(iso)
  if (moment.toDateString() === now.toDateString()) return TIME.format(moment)
  return (moment.getFullYear() === now.getFullYear() ? DAY : YEAR).format(moment)
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
