/** A moment as clocks of a time zone show it, in English, with the name of the zone. */
export function momentInWords(moment: Date, timeZone: string): string {
  const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'short', timeZone })
  return `${format.format(moment)} (${timeZone})`
}
