const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' })
const MINUTE = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' })
const SECOND = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeStyle: 'long' })

/** A moment by the editor's own clock, which only the browser knows: never rendered on the server. */
export function LocalTime({ iso, precision }: { iso: string; precision: 'day' | 'minute' }) {
  const moment = new Date(iso)
  return (
    <time dateTime={iso} title={SECOND.format(moment)}>
      {(precision === 'day' ? DAY : MINUTE).format(moment)}
    </time>
  )
}
