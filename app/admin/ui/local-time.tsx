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
