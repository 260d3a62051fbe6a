import type { BackupSource } from '#server/features/backup/create-backup.ts'
import { type BackupTarget, openBackupTarget } from '#server/features/backup/targets/target.ts'
import type { BackupConfig } from '#server/platform/backup-config.ts'

/** How a site makes backups, and where it keeps them. */
export interface BackupsOfSite {
  source: BackupSource
  /** Encrypts them; undefined when they are stored as they are. */
  passphrase: string | undefined
  target: BackupTarget
}

export const openBackups = (
  source: BackupSource,
  { backups, backupPassphrase: passphrase }: { backups: BackupConfig; backupPassphrase: string | undefined },
): BackupsOfSite => ({ source, passphrase, target: openBackupTarget(backups) })
