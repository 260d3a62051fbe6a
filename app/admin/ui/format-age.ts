const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const
const AGO = new Intl.RelativeTimeFormat('en-US', { numeric: 'auto' })

/** How long ago something was, in the largest unit of which there is a whole one. */
export function formatAge(iso: string, now = new Date()): string {
  // The clock of the server may be a little ahead.
  const seconds = Math.max(0, (now.getTime() - Date.parse(iso)) / 1000)
  const [unit, length] = UNITS.find(([, each]) => seconds >= each) ?? (['second', 1] as const)
  return AGO.format(-Math.floor(seconds / length), unit)
}
