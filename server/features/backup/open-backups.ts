import { type CheckedBackups, createBackupCheck } from '#server/features/backup/check-backups.ts'
import type { BackupSource } from '#server/features/backup/create-backup.ts'
import { type BackupTarget, openBackupTarget } from '#server/features/backup/targets/target.ts'
import type { Finding } from '#server/platform/checks/check.ts'
import type { Sql } from '#server/platform/database/connection.ts'

/** The way in which a site makes backups, and the place where it keeps them. */
export interface BackupsOfSite {
  source: BackupSource
  /** Encrypts them; undefined when they are stored as they are. */
  passphrase: string | undefined
  target: BackupTarget
  /** Tells whether they can be stored, and how the last ones went. */
  check: (sql: Sql, signal: AbortSignal) => Promise<Finding>
}

export function openBackups(source: BackupSource, config: CheckedBackups): BackupsOfSite {
  const target = openBackupTarget(config.backups)
  return { source, passphrase: config.backupPassphrase, target, check: createBackupCheck(target, config) }
}
