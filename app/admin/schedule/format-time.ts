import { t } from '#app/admin/messages.ts'

const WHEN = { dateStyle: 'full', timeStyle: 'short' } as const
const SHORT = { dateStyle: 'medium', timeStyle: 'short' } as const
const CLOCK = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const

/** A moment as clocks of a time zone show it; in UTC when this browser does not know the zone. */
export function formatIn(zone: string, moment: Date): string {
  return new Intl.DateTimeFormat('en-US', { ...WHEN, timeZone: knownZone(zone) }).format(moment)
}

export const browserZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone

interface PlannedOptions {
  /** In lists. */
  isShort?: boolean
  here?: string
}

/** A planned moment in the zone in which it was chosen, and what that is here where clocks show something else. */
export function formatPlanned(
  moment: Date,
  zone: string,
  { isShort = false, here = browserZone() }: PlannedOptions = {},
): string {
  const style = isShort ? SHORT : WHEN
  const [there, own] = [knownZone(zone), here].map((each) => ({
    zone: each,
    when: new Intl.DateTimeFormat('en-US', { ...style, timeZone: each }).format(moment),
  })) as [Shown, Shown]
  const planned = t('schedule.when', { ...there })
  return there.when === own.when
    ? planned
    : t('schedule.whenHere', { there: planned, here: t('schedule.when', { ...own }) })
}

interface Shown {
  zone: string
  when: string
}

/** A moment as the clock of this computer shows it, with the name of its zone. */
export function formatHere(moment: Date): string {
  const zone = browserZone()
  return t('schedule.when', { when: formatIn(zone, moment), zone })
}

/** Only the hour and the minute. */
export function formatClock(zone: string, moment: Date): string {
  return new Intl.DateTimeFormat('en-GB', { ...CLOCK, timeZone: knownZone(zone) }).format(moment)
}

/** The server may know zones that this browser does not. */
export function knownZone(zone: string): string {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: zone })
    return zone
  } catch {
    return 'UTC'
  }
}
