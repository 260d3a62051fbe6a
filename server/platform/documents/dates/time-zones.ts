import { momentOf } from '#core/domain/zoned-time.ts'

/** Hours before or after UTC, without names of several zones, such as IST; those of RFC 822 and BST have their meaning in feeds. */
const HOURS: ReadonlyMap<string, number> = new Map(
  Object.entries({
    ...{
      Z: 0,
      UT: 0,
      UTC: 0,
      GMT: 0,
      WET: 0,
      WEST: 1,
      BST: 1,
      CET: 1,
      MET: 1,
      MEZ: 1,
      CEST: 2,
      MEST: 2,
      MESZ: 2,
    },
    ...{
      EET: 2,
      EEST: 3,
      MSK: 3,
      MSD: 4,
      TRT: 3,
      SAST: 2,
      CAT: 2,
      EAT: 3,
      IDT: 3,
      PKT: 5,
      NPT: 5.75,
      ICT: 7,
    },
    ...{
      WIB: 7,
      WITA: 8,
      HKT: 8,
      SGT: 8,
      AWST: 8,
      JST: 9,
      KST: 9,
      ACST: 9.5,
      ACDT: 10.5,
      AEST: 10,
      AEDT: 11,
    },
    ...{ NZST: 12, NZDT: 13, NST: -3.5, NDT: -2.5, ADT: -3, BRT: -3, ART: -3, UYT: -3, CLT: -4, CLST: -3 },
    ...{ COT: -5, PET: -5, EST: -5, EDT: -4, CST: -6, CDT: -5, MST: -7, MDT: -6, PST: -8, PDT: -7 },
    ...{ AKST: -9, AKDT: -8, HST: -10 },
  }),
)
/** Zones as American programs write them, whatever the season is. */
const REGIONS = new Map([
  ['ET', 'America/New_York'],
  ['CT', 'America/Chicago'],
  ['MT', 'America/Denver'],
  ['PT', 'America/Los_Angeles'],
])
/** No place is further from UTC. */
const MAX_HOURS = 14

/** The moment at which clocks of a named zone show this time, in milliseconds as if it were UTC; null for a zone that is not known. */
export function momentInZone(shown: number, name: string): number | null {
  const hours = HOURS.get(name.toUpperCase())
  if (hours !== undefined) return shown - hours * 3_600_000
  const zone = name.includes('/') ? name : REGIONS.get(name.toUpperCase())
  if (zone === undefined) return null
  try {
    const wall = new Date(shown).toISOString().slice(0, 16)
    const seconds = shown - Date.parse(`${wall}Z`)
    return +momentOf({ date: wall.slice(0, 10), time: wall.slice(11) }, zone) + seconds
  } catch {
    return null
  }
}

/** Converts a time with an offset in minutes in the same way. */
export const momentAtOffset = (shown: number, minutes: number): number | null =>
  Math.abs(minutes) > MAX_HOURS * 60 ? null : shown - minutes * 60_000
