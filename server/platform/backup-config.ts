import { join, resolve } from 'node:path'
import type * as z from 'zod'
import type { S3Config } from '#server/platform/config.ts'
import type { environment } from '#server/platform/environment.ts'

type Environment = z.output<typeof environment>

/** The place of the backups that the desk and the schedule make. */
export interface BackupConfig {
  /** The folder in which they are written, and kept if there is no bucket. */
  folder: string
  s3: (S3Config & { prefix: string }) | null
}

/** Variables that only make sense with a bucket for backups. */
const WITH_BUCKET = [
  'BACKUP_S3_PREFIX',
  'BACKUP_S3_ENDPOINT',
  'BACKUP_S3_REGION',
  'BACKUP_S3_ACCESS_KEY_ID',
  'BACKUP_S3_SECRET_ACCESS_KEY',
] as const

/** Variables that the bucket needs, either its own or those of the bucket for uploaded files. */
const NEEDED = ['S3_ENDPOINT', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const

/** Variables of backups that lack another one. */
export function findBackupProblems(given: Record<string, string | undefined>): string[] {
  if (!given.BACKUP_S3_BUCKET) {
    const set = WITH_BUCKET.find((name) => given[name])
    return set ? [`BACKUP_S3_BUCKET: must be set as well, because ${set} is`] : []
  }
  return NEEDED.filter((name) => !given[`BACKUP_${name}`] && !given[name]).map(
    (name) => `BACKUP_${name}: must be set as well, because BACKUP_S3_BUCKET is`,
  )
}

export function readBackupConfig(value: Environment): BackupConfig {
  const folder = resolve(value.BACKUP_DIR ?? join(value.DATA_DIR, 'backups'))
  const { BACKUP_S3_BUCKET: bucket, BACKUP_S3_PREFIX: prefix = '' } = value
  const endpoint = value.BACKUP_S3_ENDPOINT ?? value.S3_ENDPOINT
  const accessKeyId = value.BACKUP_S3_ACCESS_KEY_ID ?? value.S3_ACCESS_KEY_ID
  const secretAccessKey = value.BACKUP_S3_SECRET_ACCESS_KEY ?? value.S3_SECRET_ACCESS_KEY
  if (!bucket || !endpoint || !accessKeyId || !secretAccessKey) return { folder, s3: null }
  const region = value.BACKUP_S3_REGION ?? value.S3_REGION
  return { folder, s3: { endpoint, bucket, prefix, region, accessKeyId, secretAccessKey } }
}
