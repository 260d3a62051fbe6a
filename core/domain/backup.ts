import { z } from '#core/domain/schema.ts'
import { momentOf, wallTimeAt } from '#core/domain/zoned-time.ts'

/** A time of the day as `03:30`. */
const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Must be a time such as 03:30')

/** Null when another program makes the backups. */
export const backupScheduleInput = z.strictObject({ daily_at: time.nullable() })
export type BackupScheduleInput = z.infer<typeof backupScheduleInput>

/** The state that the database records; `private.backup_state()`. */
export interface BackupState {
  /** True if an administrator has set the schedule, or decided to do without one. */
  decided: boolean
  daily_at: string | null
  /** The moment since which the schedule promises backups; null without one. */
  since: string | null
  /** The time of the last good backup. */
  last_good: string | null
  under_way: boolean
  /** A failure, or a backup that is missing, since the last good one. */
  trouble: BackupTrouble | null
}

export interface BackupTrouble {
  kind: 'failed' | 'missing'
  reason: string
  began_at: string
}

/** A daily backup is missing when it was not made this long after its time. */
const MISSING_AFTER_MS = 2 * 60 * 60 * 1_000

const DAY_MS = 86_400_000

/** The last day whose moment has come, and the first one whose moment has not. */
export function dueBackups(
  now: Date,
  { daily_at: time, zone }: { daily_at: string; zone: string },
): Record<'last' | 'next', { day: string; at: Date }> {
  const today = wallTimeAt(now, zone).date
  const on = (days: number) => {
    const day = new Date(Date.parse(`${today}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)
    return { day, at: momentOf({ date: day, time }, zone) }
  }
  // A time that clocks leave out may be due after midnight.
  const days = [-2, -1, 0, 1, 2].map(on)
  const next = days.findIndex(({ at }) => at > now)
  const [last, coming] = [days[next - 1], days[next]]
  if (!last || !coming) throw new RangeError('A day has no moment for a backup')
  return { last, next: coming }
}

/** The moment of the daily backup that was to be made by now and was not; null when nothing is missing, or one is under way. */
export function missingSince(
  { daily_at, since, last_good, under_way }: BackupState,
  { zone, now }: { zone: string; now: Date },
): Date | null {
  if (daily_at === null || since === null || under_way) return null
  const { at } = dueBackups(now, { daily_at, zone }).last
  const isPromised = at.getTime() > Date.parse(since)
  const isMade = last_good !== null && Date.parse(last_good) >= at.getTime()
  return isPromised && !isMade && now.getTime() - at.getTime() > MISSING_AFTER_MS ? at : null
}

/** The problem with the backups of a site; null when there is none. */
export function backupTrouble(
  state: BackupState,
  when: { zone: string; now: Date },
): Pick<BackupTrouble, 'kind' | 'began_at'> | null {
  if (state.trouble) return { kind: state.trouble.kind, began_at: state.trouble.began_at }
  const missing = missingSince(state, when)
  return missing && { kind: 'missing', began_at: missing.toISOString() }
}

export interface Backup {
  id: string
  status: 'waiting' | 'running' | 'done' | 'failed'
  is_scheduled: boolean
  requested_at: string
  /** The person who requested it; null for the schedule. */
  requested_by: string | null
  ended_at: string | null
  error: string | null
  made_at: string | null
  bytes: number | null
  encrypted: boolean | null
  verified_at: string | null
  place: string | null
  /** The only machine that can reach the file; null when all can. */
  host: string | null
  file: string | null
  /** True if it can be downloaded from the present place of backups. */
  is_here: boolean
}

export interface BackupProgress {
  step: 'writing' | 'checking' | 'storing' | null
  /** The size of the step; null when it is not known. */
  bytes: number | null
  total: number | null
}

/** The state of the page of backups. */
export interface Backups {
  /** The place of backups, in words. */
  place: string
  /** True if that is a folder of one machine. */
  is_folder: boolean
  /** True if a passphrase is set. */
  encrypts: boolean
  zone: string
  decided: boolean
  daily_at: string | null
  /** The time of the next scheduled backup. */
  next_at: string | null
  /** The problem, in the words of the server on which it occurred. */
  trouble: { kind: BackupTrouble['kind']; began_at: string; reason: string | null } | null
  current: (Pick<Backup, 'id' | 'status' | 'requested_at' | 'requested_by'> & BackupProgress) | null
  /** The backups that are kept, the newest first. */
  kept: Backup[]
  /** The last attempts that failed, the newest first. */
  failed: Backup[]
}

/** The backups that are kept: the newest of each of the last days, weeks and months that have one. */
const RETENTION = { days: 7, weeks: 4, months: 12 }

/**
 * The backups that are removed. The newest of all is in every group, so it stays. Days, weeks (from Monday) and months are those of a time
 * zone, and those without a backup do not count: when no more are made, none is removed.
 */
export function chooseOutdated<Made extends { made_at: string }>(
  backups: readonly Made[],
  zone: string,
): Made[] {
  const newestFirst = backups
    .map((backup) => ({ backup, at: new Date(backup.made_at) }))
    .toSorted((a, b) => b.at.getTime() - a.at.getTime())
    .map(({ backup, at }) => ({ backup, day: wallTimeAt(at, zone).date }))
  const keep = new Set<Made>()
  const keepNewestOf = (groupOf: (day: string) => string, most: number) => {
    const seen = new Set<string>()
    for (const { backup, day } of newestFirst) {
      const group = groupOf(day)
      if (seen.has(group)) continue
      if (seen.size === most) break
      seen.add(group)
      keep.add(backup)
    }
  }
  keepNewestOf((day) => day, RETENTION.days)
  keepNewestOf(mondayOf, RETENTION.weeks)
  keepNewestOf((day) => day.slice(0, 7), RETENTION.months)
  return backups.filter((backup) => !keep.has(backup))
}

function mondayOf(day: string): string {
  const date = Date.parse(`${day}T00:00:00Z`)
  const sinceMonday = (new Date(date).getUTCDay() + 6) % 7
  return new Date(date - sinceMonday * DAY_MS).toISOString().slice(0, 10)
}

/** The restoration of the site from a backup; nothing runs automatically until an administrator confirms it. */
export interface Restoration {
  restored_at: string
  /** The time at which the backup was made. */
  made_at: string
}

/** `clock_behind`: the clock of the server is before the moment of the backup, so that it is unknown what has become due since. */
export type ConfirmedRestoration =
  | { status: 'confirmed' | 'not_held' }
  | { status: 'clock_behind'; made_at: string }
