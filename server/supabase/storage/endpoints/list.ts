import type { PoolClient } from 'pg'
import * as z from 'zod'
import {
  type Endpoint,
  isAnonymous,
  json,
  readJson,
  wholeNumber,
} from '#server/supabase/storage/endpoints/endpoint.ts'
import type { FileMetadata } from '#server/supabase/storage/objects.ts'
import { invalidRequest, notSupported } from '#server/supabase/storage/storage-error.ts'

const SORT_COLUMNS = ['name', 'created_at', 'updated_at', 'last_accessed_at'] as const

type SortColumn = (typeof SORT_COLUMNS)[number]

/** A file, or with null for an id a folder: what the names of several objects have in common. */
interface ListEntry {
  name: string
  id: string | null
  created_at: Date | null
  updated_at: Date | null
  last_accessed_at: Date | null
  metadata: FileMetadata | null
}

interface ListOptions {
  bucket: string
  /** The beginning of the names: a folder with its slash, and the first letters of an entry in it. */
  prefix: string
  /** The number of leading characters of a name that the list leaves out. */
  skipped: number
  /** Names are grouped by folder. */
  hasFolders: boolean
  sort: { column: SortColumn; order: 'asc' | 'desc' }
  limit: number
  offset: number
}

const MAX_LIMIT = 1000
const MAX_OFFSET = 1_000_000
const text = z
  .string()
  .max(1024)
  .refine((value) => value.isWellFormed() && !value.includes('\0'), 'has a character that no name has')

const listBody = z.object({
  prefix: text.default(''),
  limit: wholeNumber(1, MAX_LIMIT).default(100),
  offset: wholeNumber(0, MAX_OFFSET).default(0),
  search: text.optional(),
  sortBy: z
    .object({
      column: z.enum(SORT_COLUMNS).default('name'),
      order: z.enum(['asc', 'desc']).default('asc'),
    })
    .default({ column: 'name', order: 'asc' }),
})

const listV2Body = z.object({
  prefix: text.default(''),
  limit: wholeNumber(1, MAX_LIMIT).default(MAX_LIMIT),
  cursor: z.string().max(200).optional(),
  with_delimiter: z.boolean().default(false),
  sortBy: z
    .object({
      column: z.enum(['name', 'created_at', 'updated_at']).default('name'),
      order: z.enum(['asc', 'desc']).default('asc'),
    })
    .default({ column: 'name', order: 'asc' }),
  noncurrentVersions: z.enum(['exclude', 'include', 'only']).default('exclude'),
  deleteMarkers: z.enum(['exclude', 'include', 'only']).default('exclude'),
  exactMatch: z.boolean().default(false),
})

/** POST object/list/{bucket}: `list`, one folder at a time. */
export const listObjects: Endpoint = async (request, deps) => {
  const { prefix, search = '', sortBy: sort, limit, offset } = await readJson(request.incoming, listBody)
  if (isAnonymous(request)) return json([])
  const folder = prefix === '' || prefix.endsWith('/') ? prefix : `${prefix}/`
  const skipped = lengthInDatabase(folder + search.slice(0, search.lastIndexOf('/') + 1))
  const rows = await deps.asCaller(request, (client) =>
    listObjectsAs(client, {
      bucket: request.bucket,
      prefix: folder + search,
      skipped,
      hasFolders: true,
      sort,
      limit,
      offset,
    }),
  )
  return json(rows)
}

/** POST object/list-v2/{bucket}: `listV2`, with whole names and a cursor. */
export const listObjectsV2: Endpoint = async (request, deps) => {
  const options = await readJson(request.incoming, listV2Body)
  const { prefix, limit, with_delimiter: hasFolders, sortBy: sort } = options
  if (options.noncurrentVersions !== 'exclude' || options.deleteMarkers !== 'exclude') {
    throw notSupported('versioning')
  }
  if (options.exactMatch) throw notSupported('exactMatch')
  const offset = readCursor(options.cursor)
  if (isAnonymous(request)) return json({ hasNext: false, folders: [], objects: [] })
  const folder = hasFolders ? prefix.slice(0, prefix.lastIndexOf('/') + 1) : ''
  const rows = await deps.asCaller(request, (client) =>
    listObjectsAs(client, {
      bucket: request.bucket,
      prefix,
      skipped: lengthInDatabase(folder),
      hasFolders,
      sort,
      // One more tells whether there is a next page.
      limit: limit + 1,
      offset,
    }),
  )
  const hasNext = rows.length > limit
  const entries = rows.slice(0, limit).map((row) => ({ ...row, name: folder + row.name }))
  return json({
    hasNext,
    ...(hasNext && { nextCursor: Buffer.from(`after ${offset + limit}`).toString('base64url') }),
    folders: entries.filter(isFolder).map(({ name }) => ({ name: `${name}/`, key: `${name}/` })),
    objects: entries.filter((entry) => !isFolder(entry)).map((entry) => ({ ...entry, key: entry.name })),
  })
}

function isFolder({ id }: Pick<ListEntry, 'id'>): boolean {
  return id === null
}

/** A cursor counts what was listed, so that a page can be asked for again. */
function readCursor(cursor: string | undefined): number {
  if (cursor === undefined) return 0
  const count = /^after (\d{1,7})$/.exec(Buffer.from(cursor, 'base64url').toString())?.[1]
  if (!count || Number(count) > MAX_OFFSET) throw invalidRequest('body/cursor is not one of a list')
  return Number(count)
}

/** PostgreSQL counts characters, and JavaScript halves of some. */
function lengthInDatabase(name: string): number {
  return [...name].length
}

/** The objects that the caller may see. The first letters are compared without their case, as hosted Supabase does. */
async function listObjectsAs(client: PoolClient, options: ListOptions): Promise<ListEntry[]> {
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
