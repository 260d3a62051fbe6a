import {
  type Backup,
  type BackupProgress,
  type Backups,
  backupScheduleInput,
  backupTrouble,
  dueBackups,
} from '#core/domain/backup.ts'
import { makeBackupJob } from '#server/features/backup/jobs.ts'
import { readBackupState } from '#server/features/backup/schedule/follow-backups.ts'
import type { BackupTarget } from '#server/features/backup/targets/target.ts'
import type { FunctionDeps } from '#server/features/services.ts'
import { isLockTaken } from '#server/platform/database/advisory-lock.ts'
import { fragment } from '#server/platform/database/fragment.ts'
import { answer, refuse, type UserCall, withBody } from '#server/supabase/functions/call.ts'

/** More than are kept, and those of other places. */
const MOST_SHOWN = 100
const MOST_FAILED = 5

type Row = Omit<Backup, 'is_here'> & BackupProgress & { place_id: string | null }

const COLUMNS = fragment`
  backups.id, status, day is not null as is_scheduled, requested_at, users.email as requested_by, ended_at, error, made_at,
  backups.bytes::float8 as size, encrypted, verified_at, place, place_id, host, file, step, step_bytes::float8 as bytes, step_total::float8 as total`

/** Lists the backups that are kept, what is under way, and what is wrong. */
export async function readBackups({
  sql,
  backups,
  settings,
}: Pick<FunctionDeps, 'sql' | 'backups' | 'settings'>): Promise<Response> {
  const { target, passphrase } = backups
  const zone = settings.current().newsletter_zone
  const now = new Date()
  const list = (condition: ReturnType<typeof fragment>, most: number) => sql<
    (Row & { size: number | null })[]
  >`
    select ${COLUMNS} from private.backups left join auth.users on users.id = requested_by
    where ${condition} limit ${most}`
  // First, because what ends meanwhile is then told once more, and not lost between two reads.
  const [current] = await list(fragment`status in ('waiting', 'running')`, 1)
  const state = await readBackupState(sql)
  const kept = await list(fragment`status = 'done' and removed_at is null order by made_at desc`, MOST_SHOWN)
  const failed = await list(
    fragment`status = 'failed' and ended_at > now() - interval '30 days' order by ended_at desc`,
    MOST_FAILED,
  )
  const placeId = await target.findId()
  const describe = async ({
    place_id,
    size,
    step: _,
    total: __,
    ...row
  }: (typeof kept)[number]): Promise<Backup> => ({
    ...row,
    bytes: size,
    is_here: place_id !== null && place_id === placeId && (await isThere(target, row.file)),
  })
  const trouble = backupTrouble(state, { zone, now })
  const next = state.daily_at === null ? null : dueBackups(now, { daily_at: state.daily_at, zone }).next
  return answer({
    place: target.place,
    is_folder: target.host !== null,
    encrypts: passphrase !== undefined,
    zone,
    decided: state.decided,
    daily_at: state.daily_at,
    next_at: next?.at.toISOString() ?? null,
    trouble: trouble && { ...trouble, reason: state.trouble?.reason ?? null },
    current: current
      ? {
          id: current.id,
          status: current.status,
          requested_at: current.requested_at,
          requested_by: current.requested_by,
          step: current.step,
          bytes: current.bytes,
          total: current.total,
        }
      : null,
    kept: await Promise.all(kept.map(describe)),
    failed: await Promise.all(failed.map(describe)),
  } satisfies Backups)
}

/** In a bucket, which takes a request for each, only a download finds out. */
async function isThere(target: BackupTarget, file: string | null): Promise<boolean> {
  if (file === null) return false
  return target.host === null || target.has(file)
}

const UNDER_WAY = 'A backup is under way already. Wait until it has ended.'

/** Asks for a backup, which a process that works on jobs makes. */
export async function startBackup(
  { sql, queue }: Pick<FunctionDeps, 'sql' | 'queue'>,
  { userId }: UserCall,
): Promise<Response> {
  if (await isLockTaken(sql, 'backup')) return refuse(409, UNDER_WAY)
  const id = await sql.transaction(async (transaction) => {
    const [started] = await transaction<{ id: string }[]>`
      insert into private.backups (requested_by) values (${userId}) on conflict do nothing returning id`
    if (!started) return null
    await queue.enqueue(makeBackupJob, { backupId: started.id }, { transaction })
    await transaction`
      select private.record_act('settings', 'start_backup', 'asked for a backup', p_actor => ${userId}::uuid)`
    return started.id
  })
  return id ? answer({ id }) : refuse(409, UNDER_WAY)
}

/** Decides when backups are made by themselves: from the next time on, so that a change of the time makes none. */
export const saveBackupSchedule = withBody(
  backupScheduleInput,
  'Send daily_at as a time such as 03:30, or null.',
  async ({ sql }: Pick<FunctionDeps, 'sql'>, { daily_at }, { userId }) => {
    await sql.transaction(async (transaction) => {
      const changed = await transaction`
        insert into private.backup_schedule as stored (daily_at) values (${daily_at})
        on conflict (is_only) do update set daily_at = excluded.daily_at, since = now()
        where stored.daily_at is distinct from excluded.daily_at returning 1`
      if (changed.length === 0) return
      const did =
        daily_at === null ? 'decided that no daily backups are made' : `set the daily backup to ${daily_at}`
      await transaction`
        select private.record_act('settings', 'change_backup_schedule', ${did}, p_actor => ${userId}::uuid)`
    })
    return answer({ daily_at })
  },
)
