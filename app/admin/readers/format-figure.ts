const PERCENT = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 0 })
const SMALL_PERCENT = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 1 })
const WEEKDAY = new Intl.DateTimeFormat('en-US', { weekday: 'long', timeZone: 'UTC' })

/** '1,204'. */
export const formatFigure = (figure: number): string => figure.toLocaleString('en-US')

/** '27%', and below a tenth '2.7%'; '0%' of nothing. */
export function formatShare(part: number, whole: number): string {
  const share = whole === 0 ? 0 : part / whole
  return (share < 0.1 ? SMALL_PERCENT : PERCENT).format(share)
}

/** The weekday of a day as YYYY-MM-DD: 'Saturday'. */
export const formatLongWeekday = (day: string): string => WEEKDAY.format(new Date(`${day}T12:00:00Z`))
