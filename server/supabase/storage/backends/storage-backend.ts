import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { S3Config } from '#server/platform/config.ts'
import { createDiskBackend } from '#server/supabase/storage/backends/disk-backend.ts'
import { createS3Backend } from '#server/supabase/storage/backends/s3-backend.ts'

/** A file on this machine, complete and checked, that is to be stored. */
export interface LocalFile {
  path: string
  /** The size in bytes. */
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
 * The storage of the bytes of files: a folder, or a bucket of S3. A file is stored once under a name made by us, and never changes. Its
 * public name, and whether it is used, is in PostgreSQL.
 */
export interface StorageBackend {
  /** The storage in words, for the log. */
  description: string
  /** Stores a file, and returns when it would survive a crash. The local file may be moved away. */
  put(file: string, from: LocalFile): Promise<void>
  /** Stores a copy under another name. */
  copy(file: string, to: string): Promise<void>
  /** Null when there is no such file. The caller has to read or destroy the stream. */
  read(file: string, range?: ByteRange): Promise<Readable | null>
  /** Does nothing when there is no such file. */
  remove(file: string): Promise<void>
}

/** Opens S3 if it is configured, otherwise a folder. */
export function openBackend({ folder, s3 }: { folder: string; s3: S3Config | null }): StorageBackend {
  return s3
    ? createS3Backend(s3)
    : createDiskBackend({ folder: join(folder, 'files'), incoming: join(folder, 'incoming') })
}
