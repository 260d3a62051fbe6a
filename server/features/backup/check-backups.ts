import { access, constants, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import type { BackupState } from '#core/domain/backup.ts'
import { reasonOf } from '#server/features/backup/backup-error.ts'
import { readBackupState } from '#server/features/backup/schedule/follow-backups.ts'
import type { BackupTarget } from '#server/features/backup/targets/target.ts'
import { backupName } from '#server/features/backup/targets/target.ts'
import { type Finding, ok, problem, warning } from '#server/platform/checks/check.ts'
import type { Config } from '#server/platform/config.ts'
import type { Sql } from '#server/platform/database/connection.ts'
import { inPlainWords } from '#server/platform/faults/describe-failure.ts'
import { isHeld } from '#server/platform/queue/job.ts'

const HOUR_MS = 3_600_000
/** A day, and the two hours after which a daily backup is missing. */
const MISSING_AFTER_HOURS = 26
const DAILY = 'Backups are made daily at'
const TEXT = 'A file that checks whether backups can be stored. It can be deleted.'

export type CheckedBackups = Pick<
  Config,
  'siteUrl' | 'dataDir' | 'storageDir' | 's3' | 'backups' | 'backupPassphrase'
>

/** Makes the check whether backups can be stored, how the last ones went, and whether they outlive what they are for. */
export function createBackupCheck(target: BackupTarget, config: CheckedBackups) {
  return async (sql: Sql, signal: AbortSignal): Promise<Finding> => {
    const wrong =
      (await checkFolders(target)) ??
      (target.host === null ? await checkBucket(target, config.siteUrl, signal) : null)
    if (wrong) return wrong
    const finding = await describeState(sql, target.place)
    return finding.state === 'ok' && finding.found.startsWith(DAILY)
      ? addWeaknesses(finding, await findWeaknesses(config))
      : finding
  }
}

interface Weakness {
  found: string
  advice: string
  /** Copies elsewhere, which nobody here knows of, cure it as well. */
  isCuredByCopies?: boolean
}

/** Finds what would be lost together with the site, or be open to anyone who has it. */
async function findWeaknesses(config: CheckedBackups): Promise<Weakness[]> {
  const { dataDir, storageDir, s3, backups, backupPassphrase } = config
  const weaknesses: Weakness[] = []
  const folders = [dataDir, ...(s3 ? [] : [storageDir])]
  const around = folders.find((folder) => !relative(folder, backups.folder).startsWith('..'))
  if (backups.s3) {
    if (s3?.bucket === backups.s3.bucket && s3.endpoint === backups.s3.endpoint)
      weaknesses.push({
        found: 'They are in the bucket of the files, and are lost with it.',
        advice: 'Set BACKUP_S3_BUCKET to another bucket, best of another provider.',
      })
  } else if (around !== undefined)
    weaknesses.push({
      found: `They are in the folder ${around}, and are lost with it.`,
      advice: 'Set BACKUP_DIR to a folder on another disk, or BACKUP_S3_BUCKET.',
    })
  else if ((await deviceOf(backups.folder)) === (await deviceOf(dataDir)))
    weaknesses.push({
      found: 'They are on the disk of the data, and are lost with it.',
      advice: 'Copy them to another machine every day, or set BACKUP_S3_BUCKET.',
      isCuredByCopies: true,
    })
  if (backupPassphrase === undefined)
    weaknesses.push({
      found: 'They are not encrypted.',
      advice: 'Set BACKUP_PASSPHRASE, and keep it apart from this machine.',
    })
  return weaknesses
}

/** The disk on which a folder is, or will be. */
async function deviceOf(folder: string): Promise<number> {
  return stat(folder).then(
    ({ dev }) => dev,
    (error) => (dirname(folder) === folder ? Promise.reject(error) : deviceOf(dirname(folder))),
  )
}

function addWeaknesses({ found, state }: Finding, weaknesses: readonly Weakness[]): Finding {
  if (weaknesses.length === 0) return { state, found }
  return {
    state: weaknesses.every(({ isCuredByCopies }) => isCuredByCopies) ? 'ok' : 'warning',
    found: [found, ...weaknesses.map((weakness) => weakness.found)].join(' '),
    advice: weaknesses.map(({ advice }) => advice).join(' '),
  }
}

/** Nothing is written, because another user may run this. Folders are made with the first backup, in the nearest one that exists. */
async function checkFolders({ incoming }: BackupTarget): Promise<Finding | null> {
  for (const folder of [dirname(incoming), incoming]) {
    const failure = await findFailure(folder)
    if (failure)
      return problem(
        `Backups cannot be written to ${folder}: ${inPlainWords(failure)}.`,
        failure.code === 'EROFS'
          ? `With systemd, name BACKUP_DIR in ReadWritePaths of the unit; or set another BACKUP_DIR.`
          : `Let the user of the site write there (chown -R), or set another BACKUP_DIR.`,
      )
  }
  return null
}

async function findFailure(folder: string): Promise<NodeJS.ErrnoException | null> {
  const error = await access(folder, constants.R_OK | constants.W_OK | constants.X_OK).then(
    () => null,
    (error: NodeJS.ErrnoException) => error,
  )
  return error?.code === 'ENOENT' && dirname(folder) !== folder ? findFailure(dirname(folder)) : error
}

/** Stores a small file and removes it again. */
async function checkBucket(
  target: BackupTarget,
  siteUrl: string,
  signal: AbortSignal,
): Promise<Finding | null> {
  const name = backupName({ id: '00000000', siteUrl, at: new Date(0) })
  const folder = await mkdtemp(join(tmpdir(), 'ai-watch-'))
  try {
    const path = join(folder, name)
    await writeFile(path, TEXT)
    await target.keep(path, name, { signal, onProgress: () => {} })
    await target.remove(name, TEXT.length)
    return null
  } catch (error) {
    return problem(
      `Backups cannot be stored: ${reasonOf(error)}`,
      'Look at BACKUP_S3_… and the key, which needs GetObject, PutObject and DeleteObject.',
    )
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function describeState(sql: Sql, place: string): Promise<Finding> {
  const [{ exists }] = await sql<
    [{ exists: boolean }]
  >`select to_regprocedure('private.backup_state()') is not null as exists`
  if (exists && (await isHeld(sql)))
    return warning(
      'No daily backups are made while the restored site is held.',
      'Make one with Back up now on the desk, or let the site go on, on the dashboard.',
    )
  return exists
    ? describe(await readBackupState(sql), place)
    : problem('The database knows of no backups yet.', 'Start the site once: npm start')
}

function describe(
  { decided, daily_at, since, last_good, trouble, under_way }: BackupState,
  place: string,
): Finding {
  const last = last_good === null ? 'No backups yet.' : `The last good one is ${ageOf(last_good)} old.`
  const now = 'Look at Backups on the desk, and make one there with Back up now.'
  if (trouble)
    return problem(
      `A backup ${trouble.kind === 'failed' ? 'has failed' : 'is missing'}: ${trouble.reason} ${last}`,
      now,
    )
  if (!decided)
    return warning(
      `Automatic backups are not set up. ${last}`,
      'Choose a time on the desk: System → Backups → Daily backup.',
    )
  if (daily_at === null) return ok('Another program makes the backups, as an administrator has decided.')
  const isOld = (iso: string | null) => iso === null || hoursSince(iso) > MISSING_AFTER_HOURS
  if (!under_way && since !== null && isOld(since) && isOld(last_good))
    return problem(
      `The daily backup of ${daily_at} is missing. ${last}`,
      `Is a process running that works on jobs? ${now}`,
    )
  return last_good === null
    ? warning(`${DAILY} ${daily_at}. ${last}`, now)
    : ok(`${DAILY} ${daily_at} and kept in ${place}. ${last}`)
}

const hoursSince = (iso: string): number => (Date.now() - Date.parse(iso)) / HOUR_MS

function ageOf(iso: string): string {
  const hours = Math.floor(hoursSince(iso))
  if (hours < 1) return 'less than an hour'
  const [count, unit] = hours < 48 ? [hours, 'hour'] : [Math.floor(hours / 24), 'day']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
