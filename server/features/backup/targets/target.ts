import type { Readable } from 'node:stream'
import { createFolderTarget } from '#server/features/backup/targets/folder-target.ts'
import { createS3Target } from '#server/features/backup/targets/s3-target.ts'
import type { BackupConfig } from '#server/platform/config.ts'

/** The place where the desk and the schedule keep backups: a folder, or a bucket of S3. */
export interface BackupTarget {
  /** The folder or the address of the bucket, in words. */
  place: string
  /** The machine on which the folder is; null for a bucket. */
  host: string | null
  /** The folder in which a backup is written before it is kept; created with the first one. */
  incoming: string
  /** Tells places apart, also folders of the same name on two machines; null when there is no such folder yet. */
  findId(): Promise<string | null>
  /** The same, and makes the folder. */
  prepare(): Promise<string>
  /** Moves a complete file here, under a name from `backupName`. It appears as a whole, and replaces one that an earlier try has left. */
  keep(path: string, name: string, options: KeepOptions): Promise<void>
  has(name: string): Promise<boolean>
  /** Null when there is no such file. Who gets a stream reads or destroys it. */
  read(name: string): Promise<{ stream: Readable; size: number } | null>
  /** Does nothing when there is no such file, or one of another size, which is not ours. */
  remove(name: string, size: number): Promise<void>
}

export interface KeepOptions {
  signal: AbortSignal
  /** Gets the bytes that were sent so far. */
  onProgress(bytes: number): void
}

export const openBackupTarget = (config: BackupConfig): BackupTarget =>
  config.s3 ? createS3Target(config.s3, config.folder) : createFolderTarget(config.folder)

/** The names that the desk and the schedule give: of the site, when it was asked for in UTC, and which one of then. */
const NAME = /^[a-z0-9.-]{1,60}-\d{4}-\d\d-\d\d-\d{4}-[0-9a-f]{8}\.backup$/

export function backupName({ id, siteUrl, at }: { id: string; siteUrl: string; at: Date }): string {
  const site = new URL(siteUrl).host
    .toLowerCase()
    .replace(/[^a-z0-9.-]/g, '-')
    .slice(0, 60)
  const [date, time = ''] = at.toISOString().split('T')
  return requireBackupName(`${site}-${date}-${time.slice(0, 5).replace(':', '')}-${id.slice(0, 8)}.backup`)
}

/** Makes sure that only files that we made are read, replaced or removed. */
export function requireBackupName(name: string): string {
  if (!NAME.test(name)) throw new Error(`${JSON.stringify(name)} is not the name of a backup`)
  return name
}

export const isBackupName = (name: string): boolean => NAME.test(name)
