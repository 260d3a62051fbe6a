import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isBackupName } from '#server/features/backup/targets/backup-name.ts'

/** No backup takes as long, so an older file was left by a process that was killed. */
const OLDEST_MS = 12 * 60 * 60 * 1_000

/** Removes what processes that were killed have left of backups. */
export async function sweepIncoming(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!isBackupName(name.replace(/\.partial$/, ''))) continue
    const path = join(folder, name)
    const stats = await stat(path).catch(() => null)
    if (stats && stats.mtimeMs < Date.now() - OLDEST_MS) await rm(path, { force: true })
  }
}
