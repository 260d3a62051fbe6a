import type { PoolClient, QueryResult, QueryResultRow } from 'pg'
import type { Sql } from '#server/platform/database/connection.ts'
import { invalidKey } from '#server/supabase/storage/storage-error.ts'

/** The metadata of an object's bytes, with the keys of hosted Supabase. */
export interface FileMetadata {
  /** The tag in quotes; its first characters are the version of the image. */
  eTag: string
  size: number
  mimetype: string
  cacheControl: string
  lastModified: string
  contentLength: number
  httpStatusCode: 200
}

export interface StoredObject {
  id: string
  bucket_id: string
  name: string
  version: string
  metadata: FileMetadata
  user_metadata: Record<string, unknown> | null
  created_at: Date
  updated_at: Date
  last_accessed_at: Date
}

export interface Bucket {
  id: string
  public: boolean
  file_size_limit: number | null
  allowed_mime_types: string[] | null
}

export interface ObjectKey {
  bucket: string
  name: string
}

/** An object that is to be stored. */
export interface ObjectDraft extends ObjectKey {
  owner: string | null
  version: string
  metadata: Partial<FileMetadata> | null
  /** JSON text, or null. */
  userMetadata: string | null
  /** True if an object of this name is replaced. */
  upsert: boolean
}

export async function findBucket(sql: Sql, id: string): Promise<Bucket | null> {
  const [row] = await sql<Bucket[]>`
    select id, public, file_size_limit::float8 as file_size_limit, allowed_mime_types
    from storage.buckets where id = ${id}`
  return row ?? null
}

/** The object with this name, regardless of policies. */
export async function findObject(sql: Sql, { bucket, name }: ObjectKey): Promise<StoredObject | null> {
  const [row] = await sql<StoredObject[]>`
    select id, bucket_id, name, version, metadata, user_metadata, created_at, updated_at, last_accessed_at
    from storage.objects where bucket_id = ${bucket} and name = ${name}`
  return row ?? null
}

/** Below, statements with the rights of a caller: policies decide what they see and change. */

/** A connection, or what runs statements as one does. */
interface Queries {
  query<Row extends QueryResultRow>(text: string, values: unknown[]): Promise<QueryResult<Row>>
}

export async function findObjectAs(
  client: PoolClient,
  { bucket, name }: ObjectKey,
): Promise<StoredObject | null> {
  const { rows } = await client.query<StoredObject>(
    `select id, bucket_id, name, version, metadata, user_metadata, created_at, updated_at, last_accessed_at
    from storage.objects where bucket_id = $1 and name = $2`,
    [bucket, name],
  )
  return rows[0] ?? null
}

/** Locks an object until the transaction ends, and returns its file; null when there is none. */
export async function lockFileAs(client: PoolClient, { bucket, name }: ObjectKey): Promise<string | null> {
  const { rows } = await client.query<{ version: string }>(
    'select version from storage.objects where bucket_id = $1 and name = $2 for update',
    [bucket, name],
  )
  return rows[0]?.version ?? null
}

/** Returns those of the names that exist. */
export async function listNamesAs(client: PoolClient, bucket: string, names: string[]): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    'select name from storage.objects where bucket_id = $1 and name = any($2::text[])',
    [bucket, names],
  )
  return rows.map((row) => row.name)
}

/**
 * Stores an object, and returns its id.
 * @throws DatabaseError 42501 where the policies do not allow it, 23505 when the name is taken
 */
export async function saveObjectAs(client: Queries, draft: ObjectDraft): Promise<string> {
  const { bucket, name, owner, version, metadata, userMetadata, upsert } = draft
  const { rows } = await client.query<{ id: string }>(
    `insert into storage.objects (bucket_id, name, owner, owner_id, version, metadata, user_metadata)
    values ($1, $2, $3::uuid, $3::text, $4, $5::jsonb, $6::jsonb)
    ${
      upsert
        ? `on conflict (bucket_id, name) do update set owner = excluded.owner, owner_id = excluded.owner_id,
      version = excluded.version, metadata = excluded.metadata, user_metadata = excluded.user_metadata`
        : ''
    }
    returning id`,
    [bucket, name, owner, version, metadata && JSON.stringify(metadata), userMetadata],
  )
  return rows[0]?.id ?? ''
}

/** Gives an object another name. Returns null when the caller sees no such object. */
export async function renameObjectAs(
  client: PoolClient,
  { bucket, name }: ObjectKey,
  to: ObjectKey,
): Promise<Pick<StoredObject, 'id' | 'metadata'> | null> {
  const { rows } = await client.query<Pick<StoredObject, 'id' | 'metadata'>>(
    'update storage.objects set bucket_id = $3, name = $4 where bucket_id = $1 and name = $2 returning id, metadata',
    [bucket, name, to.bucket, to.name],
  )
  return rows[0] ?? null
}

/** Removes objects, and returns those that the caller may remove. */
export async function removeObjectsAs(
  client: PoolClient,
  bucket: string,
  names: string[],
): Promise<StoredObject[]> {
  const { rows } = await client.query<StoredObject>(
    `delete from storage.objects where bucket_id = $1 and name = any($2::text[])
    returning id, bucket_id, name, version, metadata, user_metadata, created_at, updated_at, last_accessed_at`,
    [bucket, names],
  )
  return rows
}

/** Bytes of a name, and of one part of it: what a file system can hold, should a backup be unpacked there. */
const MAX_BYTES = 1024
const MAX_PART_BYTES = 255

/** The characters that S3 calls safe or usable, but the slash, which separates parts. */
const PART = /^[\w!.*'() &$=@;:+,-]+$/

/**
 * Checks the name of an object. Names never become paths on disk; but they become addresses, where `..` would lead elsewhere, and a
 * part that begins with a dot is hidden in most programs.
 * @throws StorageError
 */
export function requireObjectName(name: string): string {
  const parts = name.split('/')
  const isValid =
    name.length <= MAX_BYTES &&
    parts.every((part) => part.length <= MAX_PART_BYTES && PART.test(part) && !part.startsWith('.'))
  if (!isValid) throw invalidKey(name)
  return name
}

/**
 * The decoded parts of the path of an address, as its client sent it: nothing was resolved or normalised before.
 * @throws StorageError when it cannot be decoded, or decodes to text that holds a separator
 */
export function decodeParts(path: string): string[] {
  return path.split('/').map((encoded) => {
    try {
      const part = decodeURIComponent(encoded)
      if (!/[/\\\0]/.test(part)) return part
    } catch {
      // The part is not valid percent-encoding of UTF-8.
    }
    throw invalidKey(encoded)
  })
}
