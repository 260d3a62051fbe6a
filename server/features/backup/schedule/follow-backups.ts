import { type BackupState, dueBackups, missingSince } from '#core/domain/backup.ts'
import { BackupError } from '#server/features/backup/backup-error.ts'
import { makeBackupJob } from '#server/features/backup/jobs.ts'
import { purgeBackups, recordFailure } from '#server/features/backup/schedule/make-backup.ts'
import { beginTrouble, remindOfTrouble } from '#server/features/backup/schedule/troubles.ts'
import type { Services } from '#server/features/services.ts'
import { endFault, reportFault } from '#server/platform/faults/faults.ts'
import { momentInWords } from '#server/platform/moment-in-words.ts'

type Deps = Pick<Services, 'sql' | 'queue' | 'settings'>

/** A daily backup that failed is tried again this many times, an hour apart. */
const MOST_TRIES = 5
const TRY_AGAIN_AFTER_MINUTES = 60

/**
 * Runs all steps of the schedule of backups, each minute. Safe in several processes and on several machines at once: a day is one row,
 * and only one row at a time is under way.
 */
export async function followBackups(deps: Deps, now = new Date()): Promise<void> {
  await settleLost(deps)
  const { sql, settings } = deps
  const zone = settings.current().newsletter_zone
  const state = await readBackupState(sql)
  // Another process has made one since.
  if (state.trouble === null) endFault('backup')
  await tellOfMissing(deps, state, { zone, now })
  const { daily_at, since } = state
  if (daily_at !== null) {
    const due = dueBackups(now, { daily_at, zone }).last
    if (since && due.at.getTime() > Date.parse(since)) await startDaily(deps, due.day)
    await remindOfTrouble(deps)
  }
  await purgeBackups(deps)
}

export async function readBackupState(sql: Services['sql']): Promise<BackupState> {
  const [{ state }] = await sql<[{ state: BackupState }]>`select private.backup_state() as state`
  return state
}

/** Ends what its process does not work on any more, and what no process has begun. */
async function settleLost({ sql, queue }: Deps): Promise<void> {
  const lost = await sql<{ id: string; status: string }[]>`
    select id, status from private.backups
    where status = 'running' and active_at < now() - interval '10 minutes'
      or status = 'waiting' and active_at < now() - interval '1 hour'`
  for (const { id, status } of lost) {
    const reason =
      status === 'running'
        ? 'The process that made it has ended.'
        : 'No process has begun it within an hour. Is one running that works on jobs?'
    await recordFailure({ sql, queue }, id, reason)
  }
}

async function tellOfMissing(
  { sql, queue }: Deps,
  state: BackupState,
  { zone, now }: { zone: string; now: Date },
): Promise<void> {
  const missing = missingSince(state, { zone, now })
  if (!missing || state.trouble) return
  const reason = `The backup of ${momentInWords(missing, zone)} was not made.`
  await sql.transaction((transaction) => beginTrouble({ queue }, transaction, { kind: 'missing', reason }))
  reportFault('backup', new BackupError(reason))
}

/** Starts the backup of a day, unless it was made, is under way, or has failed too often or a moment ago. */
async function startDaily({ sql, queue }: Deps, day: string): Promise<void> {
  await sql.transaction(async (transaction) => {
    const [first] = await transaction<{ id: string }[]>`
      insert into private.backups (day) values (${day}::date) on conflict do nothing returning id`
    const [again] = first
      ? []
      : await transaction<{ id: string }[]>`
        update private.backups set status = 'waiting', active_at = now(), ended_at = null
        where day = ${day}::date and status = 'failed' and tries < ${MOST_TRIES}
          and ended_at < now() - make_interval(mins => ${TRY_AGAIN_AFTER_MINUTES})
          and not exists (select from private.backups where status in ('waiting', 'running'))
        returning id`
    const started = first ?? again
    if (started) await queue.enqueue(makeBackupJob, { backupId: started.id }, { transaction })
  })
}
