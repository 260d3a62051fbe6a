const DAY = new Intl.DateTimeFormat('en-US', { month: 'short', day: '2-digit', year: 'numeric' })
const SECOND = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeStyle: 'long' })

/** A day as lists of subscribers show it, `Nov 05, 2026`, in the editor's time zone. */
export function SubscriberDate({ iso }: { iso: string }) {
  const moment = new Date(iso)
  return (
    <time dateTime={iso} title={SECOND.format(moment)}>
      {DAY.format(moment)}
    </time>
  )
}
