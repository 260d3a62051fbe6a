const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' })
const MINUTE = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' })
const SECOND = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeStyle: 'long' })

/** A time in the editor's time zone. Only the browser knows that zone, so it is never rendered on the server. */
export function LocalTime({ iso, precision }: { iso: string; precision: 'day' | 'minute' }) {
  const moment = new Date(iso)
  return (
    <time dateTime={iso} title={SECOND.format(moment)}>
      {(precision === 'day' ? DAY : MINUTE).format(moment)}
    </time>
  )
}
