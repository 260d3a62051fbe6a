import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { S3Config } from '#server/config.ts'
import { connect, type DatabaseAddress, type Sql } from '#server/database/connection.ts'
import { createDiskBackend } from '#server/storage/backend/disk-backend.ts'
import { createS3Backend } from '#server/storage/backend/s3-backend.ts'
import type { StorageBackend } from '#server/storage/backend/storage-backend.ts'

/** Looking up files has connections of its own, so that many readers of pictures do not hold up anything else. */
const CONNECTIONS = 4
/** No upload takes as long, so an older file was left behind by a process that was killed. */
const OLDEST_INCOMING_MS = 60 * 60 * 1000

/** What the parts of the process need to store and find files. */
export interface Storage {
  backend: StorageBackend
  /** A folder for files that are not yet checked. */
  incoming: string
  /** The database with every right. */
  sql: Sql
  /** Removes files that were left in `incoming`. */
  sweepIncoming(): Promise<void>
}

export interface OpenStorage extends Storage {
  close(): Promise<void>
}

/** Opens the storage for files: S3 when it is configured, else a folder. */
export async function openStorage(options: {
  /** For uploads that are not yet checked, and for files when S3 is not configured. */
  folder: string
  s3: S3Config | null
  address: DatabaseAddress
}): Promise<OpenStorage> {
  const { folder, s3, address } = options
  const incoming = join(folder, 'incoming')
  await mkdir(incoming, { recursive: true, mode: 0o700 })
  const backend = s3 ? createS3Backend(s3) : createDiskBackend({ folder: join(folder, 'files'), incoming })
  const sweepIncoming = () => sweep(incoming)
  await sweepIncoming()
  const sql = connect(address, { max: CONNECTIONS })
  return { backend, incoming, sql, sweepIncoming, close: () => sql.end() }
}

async function sweep(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    // Another process may be as quick.
    const stats = await stat(path).catch(() => null)
    if (stats && stats.mtimeMs < Date.now() - OLDEST_INCOMING_MS) await rm(path, { force: true })
  }
}
