import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { chooseOutdated } from '#core/domain/backup.ts'
import { BackupBusyError, BackupError, reasonOf } from '#server/features/backup/backup-error.ts'
import { createBackup } from '#server/features/backup/create-backup.ts'
import type { makeBackupJob } from '#server/features/backup/jobs.ts'
import { inMegabytes, type Manifest } from '#server/features/backup/manifest.ts'
import { readBackup } from '#server/features/backup/read-backup.ts'
import { beginTrouble, endTrouble } from '#server/features/backup/schedule/troubles.ts'
import { backupName, isBackupName } from '#server/features/backup/targets/target.ts'
import type { Services } from '#server/features/services.ts'
import type { Sql } from '#server/platform/database/connection.ts'
import { DISK_RESERVE_BYTES, leastFree, removeOlder } from '#server/platform/disk/files.ts'
import { endFault, reportFault } from '#server/platform/faults/faults.ts'
import { type JobPayload, type JobRun, TryAgainLater } from '#server/platform/queue/job.ts'

type Deps = Pick<Services, 'sql' | 'queue' | 'backups' | 'settings' | 'log' | 'siteUrl'>

const REPORT_EVERY_MS = 1_000
/** A process that has not said for this long how far it is has ended, or has lost the database. */
const SILENT_AFTER_SECONDS = 30

/** No backup takes as long, so an older file was left by a process that was killed. */
const OLDEST_INCOMING_MS = 12 * 60 * 60 * 1_000

interface Made {
  file: string
  manifest: Manifest
  placeId: string
  bytes: number
  verifiedAt: Date
}

/**
 * Makes the backup of a row: writes it, reads it to its end, and moves it to where backups are kept. Whether it succeeds or fails is then
 * in the row.
 * @throws TryAgainLater when the process ends meanwhile, and while another backup is being made
 */
export async function makeBackup(
  deps: Deps,
  { backupId }: JobPayload<typeof makeBackupJob>,
  { signal, isLastAttempt }: JobRun<typeof makeBackupJob>,
): Promise<void> {
  const { sql, log } = deps
  const requestedAt = await claim(sql, backupId)
  if (!requestedAt) return
  try {
    const made = await make(deps, { id: backupId, requestedAt, signal })
    await recordMade(deps, backupId, made)
  } catch (error) {
    const isEnding = signal.aborted && signal.reason?.name !== 'TimeoutError'
    if (!isLastAttempt && (isEnding || error instanceof BackupBusyError)) {
      await sql`update private.backups set status = 'waiting', step = null, active_at = now() where id = ${backupId}`
      throw new TryAgainLater(isEnding ? 'the process ends' : (error as Error).message)
    }
    const reason = signal.aborted ? 'It took longer than twelve hours.' : reasonOf(error)
    return recordFailure(deps, backupId, reason)
  }
  await removeOutdated(deps).catch((error) =>
    log.error(`Older backups were not removed: ${(error as Error).message}`),
  )
}

/** Takes over a row that waits, or whose process has ended. Null when there is nothing to do. */
async function claim(sql: Sql, id: string): Promise<Date | null> {
  const [claimed] = await sql<{ requested_at: Date }[]>`
    update private.backups set status = 'running', step = 'writing', step_bytes = 0, step_total = null, error = null,
      active_at = now(), tries = tries + 1
    where id = ${id} and (status = 'waiting'
      or status = 'running' and active_at < now() - make_interval(secs => ${SILENT_AFTER_SECONDS}))
    returning requested_at`
  if (claimed) return claimed.requested_at
  const [row] = await sql<{ status: string }[]>`select status from private.backups where id = ${id}`
  if (row?.status === 'running') throw new TryAgainLater('another process is making it')
  return null
}

async function make(
  { sql, backups, siteUrl }: Deps,
  { id, requestedAt, signal }: { id: string; requestedAt: Date; signal: AbortSignal },
): Promise<Made> {
  const { source, passphrase, target } = backups
  const file = backupName({ id, siteUrl, at: requestedAt })
  const placeId = await target.prepare()
  await removeOlder(target.incoming, OLDEST_INCOMING_MS, (name) =>
    isBackupName(name.replace(/\.partial$/, '')),
  )
  const size = await measureSite(sql)
  await requireRoom(target.incoming, size)
  const path = join(target.incoming, file)
  const progress = reportProgress(sql, id)
  const full = new AbortController()
  try {
    progress.begin('writing', size.expected, async () => {
      await requireRoom(target.incoming).catch((error) => full.abort(error))
      return (await stat(`${path}.partial`)).size
    })
    const manifest = await createBackup(source, path, {
      passphrase,
      signal: AbortSignal.any([signal, full.signal]),
    })
    const { size: bytes } = await stat(path)
    progress.begin('checking', bytes)
    await readBackup(path, passphrase, {
      chunk: async () => signal.throwIfAborted(),
      file: async () => signal.throwIfAborted(),
    })
    const verifiedAt = new Date()
    let sent = 0
    progress.begin('storing', bytes, async () => sent)
    await target.keep(path, file, {
      signal,
      onProgress(now) {
        sent = now
      },
    })
    return { file, manifest, placeId, bytes, verifiedAt }
  } finally {
    progress.stop()
    await rm(path, { force: true }).catch(() => {})
  }
}

/** Stores how far it is, and that this process is still at it. */
function reportProgress(sql: Sql, id: string) {
  let step = ''
  let total = 0
  let measure: () => Promise<number | null> = async () => null

  async function report(): Promise<void> {
    const bytes = await measure().catch(() => null)
    await sql`
      update private.backups set step = ${step}, step_bytes = ${bytes}, step_total = ${total}, active_at = now()
      where id = ${id} and status = 'running'`
  }
  const run = () => void report().catch(() => {})
  const timer = setInterval(run, REPORT_EVERY_MS)
  return {
    begin(
      next: 'writing' | 'checking' | 'storing',
      bytes: number,
      measured: typeof measure = async () => null,
    ) {
      step = next
      total = bytes
      measure = measured
      run()
    },
    stop: () => clearInterval(timer),
  }
}

async function recordMade({ sql, backups }: Deps, id: string, made: Made): Promise<void> {
  const { target, passphrase } = backups
  const { file, manifest, placeId, bytes, verifiedAt } = made
  await sql.transaction(async (transaction) => {
    await transaction`
      update private.backups set status = 'done', step = null, ended_at = now(), place = ${target.place}, place_id = ${placeId},
        host = ${target.host}, file = ${file}, bytes = ${bytes}, made_at = ${manifest.madeAt}::timestamptz,
        encrypted = ${passphrase !== undefined}, verified_at = ${verifiedAt}
      where id = ${id}`
    await endTrouble(transaction)
  })
  endFault('backup')
}

export async function recordFailure(
  { sql, queue }: Pick<Services, 'sql' | 'queue'>,
  id: string,
  reason: string,
): Promise<void> {
  await sql.transaction(async (transaction) => {
    const failed = await transaction`
      update private.backups set status = 'failed', step = null, ended_at = now(), error = ${reason.slice(0, 1000)}
      where id = ${id} and status in ('waiting', 'running') returning id`
    if (failed.length > 0)
      await beginTrouble({ queue }, transaction, { kind: 'failed', reason: reason.slice(0, 1000) })
  })
  reportFault('backup', new BackupError(reason))
}

interface SiteSize {
  /** The least size of a backup, in bytes: pictures do not get smaller, and rows rarely to less than a tenth. */
  least: number
  /** The size that it has as a rule. */
  expected: number
}

async function measureSite(sql: Sql): Promise<SiteSize> {
  const [{ files, rows }] = await sql<[{ files: string; rows: string }]>`
    select (select coalesce(sum((metadata ->> 'size')::bigint), 0) from storage.objects)::text as files,
      (select coalesce(sum(pg_table_size(oid)), 0) from pg_class
        where relkind = 'r' and relnamespace::regnamespace::text in ('auth', 'private', 'public', 'storage'))::text as rows`
  return {
    least: Number(files) + Math.round(Number(rows) / 10),
    expected: Number(files) + Math.round(Number(rows) / 4),
  }
}

/** @throws BackupError when the disk has no room for it */
export async function requireRoom(
  folder: string,
  { least }: SiteSize = { least: 0, expected: 0 },
): Promise<void> {
  const { free } = (await leastFree([folder])) ?? { free: 0 }
  if (free >= least + DISK_RESERVE_BYTES) return
  throw new BackupError(
    `The disk has no room for a backup: it needs ${inMegabytes(least + DISK_RESERVE_BYTES)}, and ${folder} has ${inMegabytes(free)} left.`,
  )
}

/** Removes the backups that are not kept any longer from where they are kept now. Those in other places stay as they are. */
async function removeOutdated({
  sql,
  backups,
  settings,
}: Pick<Services, 'sql' | 'backups' | 'settings'>): Promise<void> {
  const { target } = backups
  const place = await target.findId()
  const kept = await sql<{ id: string; file: string; size: string; made_at: string }[]>`
    select id, file, bytes::text as size, to_json(made_at) #>> '{}' as made_at from private.backups
    where status = 'done' and removed_at is null and place_id = ${place}`
  for (const { id, file, size } of chooseOutdated(kept, settings.current().newsletter_zone)) {
    await target.remove(file, Number(size))
    await sql`update private.backups set removed_at = now() where id = ${id}`
  }
}

const OLDEST_DAYS = 400

/** Deletes the rows of what is long gone. The days of the schedule are among them, of which only the latest is looked at. */
export async function purgeBackups({ sql }: Pick<Services, 'sql'>): Promise<void> {
  const days = OLDEST_DAYS
  await sql`
    delete from private.backups
    where status = 'done' and removed_at < now() - make_interval(days => ${days})
      or status = 'failed' and ended_at < now() - make_interval(days => ${days})`
  await sql`delete from private.backup_troubles where ended_at < now() - make_interval(days => ${days})`
  await sql`delete from private.backup_downloads where expires_at < now()`
}
