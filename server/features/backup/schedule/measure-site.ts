import { BackupError } from '#server/features/backup/backup-error.ts'
import { inMegabytes } from '#server/features/backup/in-megabytes.ts'
import type { Sql } from '#server/platform/database/connection.ts'
import { DISK_RESERVE_BYTES, leastFree } from '#server/platform/disk/free-bytes.ts'

interface SiteSize {
  /** What a backup has at least, in bytes: pictures do not get smaller, and rows rarely to less than a tenth. */
  least: number
  /** What it has as a rule. */
  expected: number
}

export async function measureSite(sql: Sql): Promise<SiteSize> {
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
