import type { Readable } from 'node:stream'

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

/** The name of a file: a UUID, the version of its object. Nothing that a client wrote is in it. */
export const STORED_FILE = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
