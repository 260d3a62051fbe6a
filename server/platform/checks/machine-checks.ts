import { execFile } from 'node:child_process'
import { access, constants, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Finding, ok, problem, warning } from '#server/platform/checks/check.ts'
import type { Sql } from '#server/platform/database/connection.ts'
import { DISK_RESERVE_BYTES, leastFree } from '#server/platform/disk/files.ts'

const GB = 1000 ** 3
const LITTLE_BYTES = 2 * GB
/** Links in mails, sessions and codes of authenticator apps depend on it. */
const MAX_CLOCK_SKEW_MS = 2_000

/** The least free space of the folders that the site writes to. */
export async function checkDisk(folders: string[]): Promise<Finding> {
  const least = await leastFree(folders)
  if (!least) return problem(`None of these folders is there: ${folders.join(', ')}.`, 'Look at DATA_DIR.')
  const found = `${(least.free / GB).toFixed(1)} GB are free for ${least.folder}.`
  if (least.free < DISK_RESERVE_BYTES)
    return problem(found, 'Free some space now: nothing that grows is stored below 250 MB.')
  return least.free < LITTLE_BYTES ? warning(found, 'Free some space, or move to a larger disk.') : ok(found)
}

/** Checks that this user can write the data folder, and that nobody else can read the secrets in it. */
export async function checkPermissions(dataDir: string): Promise<Finding> {
  const keys = join(dataDir, 'secrets.json')
  const folder = await stat(dataDir)
  const file = await stat(keys).catch(() => null)
  const isWritable = await access(dataDir, constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  )
  if (!isWritable)
    return problem(
      `This user cannot write ${dataDir}.`,
      `Run this as the user of the site, or: chown -R ${process.getuid?.()} ${dataDir}`,
    )
  if (file && file.mode & 0o077) return problem(`Others may read ${keys}.`, `chmod 600 ${keys}`)
  if (folder.mode & 0o007) return warning(`Others may look into ${dataDir}.`, `chmod o= ${dataDir}`)
  return ok(`Only this user reads ${dataDir}.`)
}

/** Compares the clock of this machine with that of the database, and checks that the system synchronises it. */
export async function checkClock(sql: Sql | null): Promise<Finding> {
  const advice = 'Let the system set the clock, for example with systemd-timesyncd or chrony.'
  if (sql) {
    const before = Date.now()
    const [{ now }] = await sql<[{ now: Date }]>`select clock_timestamp() as now`
    const after = Date.now()
    const skew = Math.max(before - now.getTime(), now.getTime() - after)
    if (skew > MAX_CLOCK_SKEW_MS)
      return problem(
        `The clock differs from that of the database by ${Math.round(skew / 1000)} seconds.`,
        advice,
      )
  }
  const { stdout } = await promisify(execFile)('timedatectl', ['show', '--property=NTPSynchronized'], {
    timeout: 2_000,
  }).catch(() => ({ stdout: '' }))
  return stdout.includes('=no')
    ? warning('The system does not say that its clock is set by time servers.', advice)
    : ok(`It is ${new Date().toISOString()}.`)
}
