import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { S3Config } from '#server/platform/config.ts'
import { createDiskBackend } from '#server/supabase/storage/backends/disk-backend.ts'
import { createS3Backend } from '#server/supabase/storage/backends/s3-backend.ts'

/** A file on this machine, complete and checked, that is to be stored. */
export interface LocalFile {
  path: string
  /** In bytes. */
  size: number
  /** SHA-256 of the bytes, in hexadecimal. */
  sha256: string
  type: string
}

/** Both ends are included, as in HTTP. */
export interface ByteRange {
  start: number
  end: number
}

/**
 * Where the bytes of files are: a folder, or a bucket of S3. A file is stored once under a name made by us, and never
 * changes. What people call it, and whether it is used, is in PostgreSQL.
 */
export interface StorageBackend {
  /** In words, for the log. */
  description: string
  /** Stores a file, and returns when it would survive a crash. The local file may be moved away. */
  put(file: string, from: LocalFile): Promise<void>
  /** Stores a copy under another name. */
  copy(file: string, to: string): Promise<void>
  /** Null when there is no such file. Who gets a stream reads or destroys it. */
  read(file: string, range?: ByteRange): Promise<Readable | null>
  /** Does nothing when there is no such file. */
  remove(file: string): Promise<void>
}

/** Where files are: S3 when it is configured, else a folder. */
export function openBackend({ folder, s3 }: { folder: string; s3: S3Config | null }): StorageBackend {
  return s3
    ? createS3Backend(s3)
    : createDiskBackend({ folder: join(folder, 'files'), incoming: join(folder, 'incoming') })
}
