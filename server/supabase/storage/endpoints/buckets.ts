import type { PoolClient } from 'pg'
import {
  type Endpoint,
  isAnonymous,
  json,
  requireParameters,
} from '#server/supabase/storage/endpoints/endpoint.ts'
import {
  invalidRequest,
  noSuchBucket,
  notSupported,
  refusedByPolicy,
} from '#server/supabase/storage/storage-error.ts'

const COLUMNS = `id, name, coalesce(owner_id, '') as owner, public, file_size_limit::float8 as file_size_limit,
  allowed_mime_types, created_at, updated_at, 'STANDARD' as type`
const SORT_COLUMNS = ['id', 'name', 'created_at', 'updated_at']

/** GET bucket: the buckets that the caller may see. */
export const listBuckets: Endpoint = async (request, deps) => {
  requireParameters(request, ['limit', 'offset', 'search', 'sortColumn', 'sortOrder'])
  const { query } = request
  const column = query.get('sortColumn') ?? 'id'
  const order = query.get('sortOrder') ?? 'asc'
  if (!SORT_COLUMNS.includes(column) || !['asc', 'desc'].includes(order)) {
    throw invalidRequest('querystring/sortColumn or sortOrder is not allowed')
  }
  const [limit, offset] = [readCount(query, 'limit', 100), readCount(query, 'offset', 0)]
  const search = query.get('search') ?? ''
  if (isAnonymous(request)) return json([])
  const { rows } = await deps.asCaller(request, (client) =>
    client.query(
      `select ${COLUMNS} from storage.buckets where position(lower($1) in lower(name)) > 0
      order by ${column} ${order} limit $2 offset $3`,
      [storable(search), limit, offset],
    ),
  )
  return json(rows)
}

/** GET bucket/{id}. */
export const getBucket: Endpoint = async (request, deps) => {
  requireParameters(request, [])
  const find = (client: PoolClient) =>
    client.query(`select ${COLUMNS} from storage.buckets where id = $1`, [storable(request.bucket)])
  const { rows } = isAnonymous(request) ? { rows: [] } : await deps.asCaller(request, find)
  if (!rows[0]) throw noSuchBucket()
  return json(rows[0])
}

/** Buckets belong to the product: the schema has them, and no request changes them. */
export const refuseBucketChange: Endpoint = async ({ caller }) => {
  if (caller.kind === 'service') throw notSupported('changing buckets')
  throw refusedByPolicy('buckets')
}

/** Rejects features that hosted Supabase has for larger plans. */
export const refuseFeature: Endpoint = async ({ caller }) => {
  throw caller.kind === 'service' ? notSupported('of this route') : refusedByPolicy('buckets')
}

function readCount(query: URLSearchParams, name: string, otherwise: number): number {
  const text = query.get(name)
  if (text === null) return otherwise
  if (!/^\d{1,6}$/.test(text)) throw invalidRequest(`querystring/${name} must be a whole number`)
  return Math.min(Number(text), 1000)
}

/** @throws StorageError when PostgreSQL does not accept this text */
function storable(text: string): string {
  if (text.length > 100 || text.includes('\0')) throw noSuchBucket()
  return text.toWellFormed()
}
