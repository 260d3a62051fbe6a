import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { S3Config } from '#server/platform/config.ts'
import { connect, type DatabaseAddress, type Sql } from '#server/platform/database/connection.ts'
import { ALONE, type PoolSizes } from '#server/platform/database/pool-sizes.ts'
import { removeOlder } from '#server/platform/disk/files.ts'
import { openBackend, type StorageBackend } from '#server/supabase/storage/backends/storage-backend.ts'

/** No upload takes as long, so an older file was left behind by a process that was killed. */
const OLDEST_INCOMING_MS = 60 * 60 * 1000

/** The backend and the tables with which the parts of the process store and find files. */
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
  pools?: PoolSizes
}): Promise<OpenStorage> {
  const { folder, s3, address, pools = ALONE } = options
  const incoming = join(folder, 'incoming')
  await mkdir(incoming, { recursive: true, mode: 0o700 })
  const backend = openBackend({ folder, s3 })
  const sweepIncoming = () => removeOlder(incoming, OLDEST_INCOMING_MS)
  await sweepIncoming()
  // Connections of its own, so that many requests for pictures delay nothing else.
  const sql = connect(address, { max: pools.storage, application_name: 'ai-watch storage' })
  return { backend, incoming, sql, sweepIncoming, close: () => sql.end() }
}
