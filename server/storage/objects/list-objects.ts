import type { PoolClient } from 'pg'
import type { FileMetadata } from '#server/storage/objects/objects.ts'

export const SORT_COLUMNS = ['name', 'created_at', 'updated_at', 'last_accessed_at'] as const
export type SortColumn = (typeof SORT_COLUMNS)[number]

/** A file, or with null for an id a folder: what the names of several objects have in common. */
export interface ListEntry {
  name: string
  id: string | null
  created_at: Date | null
  updated_at: Date | null
  last_accessed_at: Date | null
  metadata: FileMetadata | null
}

export interface ListOptions {
  bucket: string
  /** What names begin with: a folder with its slash, and the first letters of an entry in it. */
  prefix: string
  /** How many characters of a name are left out in the list. */
  skipped: number
  /** Whether names are grouped by folder. */
  hasFolders: boolean
  sort: { column: SortColumn; order: 'asc' | 'desc' }
  limit: number
  offset: number
}

/** The objects that the caller may see. The first letters are compared without their case, as hosted Supabase does. */
export async function listObjectsAs(client: PoolClient, options: ListOptions): Promise<ListEntry[]> {
  const { bucket, prefix, skipped, hasFolders, sort, limit, offset } = options
  const order = sort.order === 'asc' ? 'asc' : 'desc'
  const orderBy =
    sort.column === 'name'
      ? `lower(name) collate "C" ${order}, name collate "C" ${order}`
      : `(id is null) desc, ${sort.column} ${order} nulls first, name collate "C" ${order}`
  const { rows } = await client.query<ListEntry>(
    `with found as (
      select substr(name, $3::int + 1) as name, id, created_at, updated_at, last_accessed_at, metadata
      from storage.objects where bucket_id = $1 and starts_with(lower(name), lower($2)))
    select * from (
      select name, id, created_at, updated_at, last_accessed_at, metadata from found
      where not $4::boolean or position('/' in name) = 0
      union all
      select distinct split_part(name, '/', 1), null::uuid, null::timestamptz, null::timestamptz, null::timestamptz, null::jsonb
      from found where $4::boolean and position('/' in name) > 0
    ) entries order by ${orderBy} limit $5 offset $6`,
    [bucket, prefix, skipped, hasFolders, limit, offset],
  )
  return rows
}
