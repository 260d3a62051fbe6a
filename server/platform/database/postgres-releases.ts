const DAY_MS = 86_400_000
/** The release date of each major. Majors get fixes for five years, until the November after. */
const FIRST: Record<number, string> = {
  15: '2022-10-13',
  16: '2023-09-14',
  17: '2024-09-26',
  18: '2025-09-25',
}
const YEARS_OF_FIXES = 5
/** Minor releases of all majors that were made between the planned ones. */
const UNPLANNED = ['2024-11-21', '2025-02-20', '2026-02-26']
/** Numbers that were left out, by major, with the day of the next one. */
const LEFT_OUT: Record<number, string> = { 18: '2026-08-13' }

interface ReleaseAge {
  /** Null when this program does not know the release. */
  releasedOn: Date | null
  /** The least number of planned minor releases that it lacks, of those before a given moment. */
  missed: number
  /** The day on which the major gets its last fixes; null if this program does not know it. */
  endsOn: Date | null
}

/** The age of a release of PostgreSQL, by its plan: minor releases come on the second Thursday of February, May, August and November. */
export function ageOfPostgres(version: string, before: Date): ReleaseAge {
  const [major = 0, minor = 0] = version.split('.', 2).map((part) => Number.parseInt(part, 10))
  const first = FIRST[major]
  if (first === undefined) return { releasedOn: null, missed: 0, endsOn: null }
  const begin = new Date(first)
  const endsOn = secondThursday(begin.getUTCFullYear() + YEARS_OF_FIXES, 10)
  const planned = plannedBetween(begin, endsOn)
  const numbered = [
    begin,
    ...planned,
    ...[...UNPLANNED, LEFT_OUT[major] ?? first].map((day) => new Date(day)),
  ]
    .filter((day, index) => day > begin || index === 0)
    .toSorted((a, b) => a.getTime() - b.getTime())
  const releasedOn = numbered[minor] ?? null
  const missed = planned.filter((day) => day < before && releasedOn !== null && day > releasedOn).length
  return { releasedOn, missed, endsOn }
}

function plannedBetween(begin: Date, end: Date): Date[] {
  const days: Date[] = []
  for (let year = begin.getUTCFullYear(); year <= end.getUTCFullYear(); year++)
    for (const month of [1, 4, 7, 10]) days.push(secondThursday(year, month))
  return days.filter((day) => day > begin && day <= end)
}

function secondThursday(year: number, month: number): Date {
  const first = new Date(Date.UTC(year, month, 1))
  return new Date(first.getTime() + (((11 - first.getUTCDay()) % 7) + 7) * DAY_MS)
}
