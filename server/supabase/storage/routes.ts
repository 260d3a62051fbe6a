import type { PoolClient } from 'pg'
import * as z from 'zod'
import { download, downloadPublic, downloadSigned } from '#server/supabase/storage/endpoints/download.ts'
import {
  type Endpoint,
  type EndpointDeps,
  isAnonymous,
  json,
  readJson,
  requireParameters,
  type StorageRequest,
  texts,
} from '#server/supabase/storage/endpoints/endpoint.ts'
import { listObjects, listObjectsV2 } from '#server/supabase/storage/endpoints/list.ts'
import { copyObject, moveObject } from '#server/supabase/storage/endpoints/move-and-copy.ts'
import { renderAuthenticated, renderPublic, renderSigned } from '#server/supabase/storage/endpoints/render.ts'
import {
  getPublicObject,
  getServedObject,
  type ServedObject,
} from '#server/supabase/storage/endpoints/served-object.ts'
import { signUpload, signUrl, signUrls } from '#server/supabase/storage/endpoints/sign.ts'
import { createObject, updateObject, uploadToSignedUrl } from '#server/supabase/storage/endpoints/upload.ts'
import { removeObjectsAs, requireObjectName, type StoredObject } from '#server/supabase/storage/objects.ts'
import {
  invalidRequest,
  noSuchBucket,
  noSuchKey,
  notSupported,
  refusedByPolicy,
} from '#server/supabase/storage/storage-error.ts'
import { removeUnusedFiles } from '#server/supabase/storage/unused-files.ts'

const COLUMNS = `id, name, coalesce(owner_id, '') as owner, public, file_size_limit::float8 as file_size_limit,
  allowed_mime_types, created_at, updated_at, 'STANDARD' as type`
const SORT_COLUMNS = ['id', 'name', 'created_at', 'updated_at']

/** GET bucket: the buckets that the caller may see. */
const listBuckets: Endpoint = async (request, deps) => {
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
const getBucket: Endpoint = async (request, deps) => {
  requireParameters(request, [])
  const find = (client: PoolClient) =>
    client.query(`select ${COLUMNS} from storage.buckets where id = $1`, [storable(request.bucket)])
  const { rows } = isAnonymous(request) ? { rows: [] } : await deps.asCaller(request, find)
  if (!rows[0]) throw noSuchBucket()
  return json(rows[0])
}

/** Buckets belong to the product: the schema has them, and no request changes them. */
const refuseBucketChange: Endpoint = async ({ caller }) => {
  if (caller.kind === 'service') throw notSupported('changing buckets')
  throw refusedByPolicy('buckets')
}

/** Rejects features that hosted Supabase has for larger plans. */
const refuseFeature: Endpoint = async ({ caller }) => {
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

const MAX_NAMES = 1000

const entry = z.union([z.string(), z.object({ path: z.string(), versionId: z.string() })])

const body = z.object({ prefixes: texts(entry, MAX_NAMES) })

/** DELETE object/{bucket}: `remove` of the official client. Returns what was removed; other names are ignored. */
const removeObjects: Endpoint = async (request, deps) => {
  if (isAnonymous(request)) return json([])
  const { prefixes } = await readJson(request.incoming, body)
  const names = prefixes.map((one) => {
    if (typeof one !== 'string') throw notSupported('versioning')
    return requireObjectName(one)
  })
  return json((await remove(request, deps, names)).map(present))
}

/** DELETE object/{bucket}/{name}. */
const removeObject: Endpoint = async (request, deps) => {
  const removed = isAnonymous(request) ? [] : await remove(request, deps, [requireObjectName(request.name)])
  if (removed.length === 0) throw noSuchKey()
  return json({ message: 'Successfully deleted' })
}

/** GET object/info/{bucket}/{name}: `info` and `exists` of the official client. */
const showInfo: Endpoint = async (request, deps) => {
  requireParameters(request, [])
  return json(describe(await getServedObject(request, deps)))
}

/**
 * GET object/info/public/{bucket}/{name}. Without what was stored with the file: what it was called on the machine of an editor, and the
 * address from which it was copied, are for administrators.
 */
const showPublicInfo: Endpoint = async (request, deps) => {
  requireParameters(request, [])
  return json({ ...describe(await getPublicObject(request, deps)), metadata: null })
}

export interface Route {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** `:bucket` stands for one part of the path, `*` for the rest of it, the name of an object. */
  path: string
  endpoint: Endpoint
  /** True if a request needs no API key, as for an address in a page. */
  isOpen?: boolean
}

/** Everything below /storage/v1. Of several routes that match, the first is taken; a GET answers HEAD too. */
const ROUTES: readonly Route[] = [
  { method: 'GET', path: 'object/public/:bucket/*', endpoint: downloadPublic, isOpen: true },
  { method: 'GET', path: 'object/sign/:bucket/*', endpoint: downloadSigned, isOpen: true },
  { method: 'GET', path: 'object/info/public/:bucket/*', endpoint: showPublicInfo, isOpen: true },
  { method: 'GET', path: 'object/info/authenticated/:bucket/*', endpoint: showInfo },
  { method: 'GET', path: 'object/info/:bucket/*', endpoint: showInfo },
  { method: 'GET', path: 'object/authenticated/:bucket/*', endpoint: download },
  { method: 'GET', path: 'object/:bucket/*', endpoint: download },

  { method: 'POST', path: 'object/list/:bucket', endpoint: listObjects },
  { method: 'POST', path: 'object/list-v2/:bucket', endpoint: listObjectsV2 },
  { method: 'POST', path: 'object/move', endpoint: moveObject },
  { method: 'POST', path: 'object/copy', endpoint: copyObject },
  { method: 'POST', path: 'object/sign/:bucket', endpoint: signUrls },
  { method: 'POST', path: 'object/sign/:bucket/*', endpoint: signUrl },
  { method: 'POST', path: 'object/upload/sign/:bucket/*', endpoint: signUpload },
  { method: 'PUT', path: 'object/upload/sign/:bucket/*', endpoint: uploadToSignedUrl, isOpen: true },

  { method: 'POST', path: 'object/:bucket/*', endpoint: createObject },
  { method: 'PUT', path: 'object/:bucket/*', endpoint: updateObject },
  { method: 'DELETE', path: 'object/:bucket', endpoint: removeObjects },
  { method: 'DELETE', path: 'object/:bucket/*', endpoint: removeObject },

  { method: 'GET', path: 'render/image/public/:bucket/*', endpoint: renderPublic, isOpen: true },
  { method: 'GET', path: 'render/image/sign/:bucket/*', endpoint: renderSigned, isOpen: true },
  { method: 'GET', path: 'render/image/authenticated/:bucket/*', endpoint: renderAuthenticated },

  { method: 'GET', path: 'bucket', endpoint: listBuckets },
  { method: 'GET', path: 'bucket/:bucket', endpoint: getBucket },
  { method: 'POST', path: 'bucket', endpoint: refuseBucketChange },
  { method: 'PUT', path: 'bucket/:bucket', endpoint: refuseBucketChange },
  { method: 'DELETE', path: 'bucket/:bucket', endpoint: refuseBucketChange },
  { method: 'POST', path: 'bucket/:bucket/empty', endpoint: refuseBucketChange },

  { method: 'GET', path: 'bucket/:bucket/lifecycle', endpoint: refuseFeature },
  { method: 'PUT', path: 'bucket/:bucket/lifecycle', endpoint: refuseFeature },
  { method: 'DELETE', path: 'bucket/:bucket/lifecycle', endpoint: refuseFeature },
  { method: 'DELETE', path: 'cdn/:bucket', endpoint: refuseFeature },
  { method: 'DELETE', path: 'cdn/:bucket/*', endpoint: refuseFeature },
]

export interface MatchedRoute extends Route {
  bucket: string
  name: string
}

/** The route of a request, by the decoded parts of its path. */
export function findRoute(method: string, parts: string[]): MatchedRoute | null {
  const wanted = method === 'HEAD' ? 'GET' : method
  for (const { route, pattern } of PATTERNS) {
    const found = route.method === wanted ? match(pattern, parts) : null
    if (found) return { ...route, ...found }
  }
  return null
}

const PATTERNS = ROUTES.map((route) => ({ route, pattern: route.path.split('/') }))

function match(pattern: string[], parts: string[]): { bucket: string; name: string } | null {
  const hasRest = pattern.at(-1) === '*'
  if (hasRest ? parts.length < pattern.length : parts.length !== pattern.length) return null
  let bucket = ''
  for (const [index, expected] of pattern.entries()) {
    const part = parts[index] ?? ''
    if (expected === '*') return { bucket, name: parts.slice(index).join('/') }
    if (expected === ':bucket') bucket = part
    else if (expected !== part) return null
  }
  return { bucket, name: '' }
}

function describe({ object }: ServedObject) {
  const { id, name, version, bucket_id, metadata, user_metadata, created_at, updated_at } = object
  return {
    id,
    name,
    version,
    bucket_id,
    size: metadata.size,
    content_type: metadata.mimetype,
    cache_control: metadata.cacheControl,
    etag: metadata.eTag,
    metadata: user_metadata,
    last_modified: updated_at,
    created_at,
  }
}

async function remove(request: StorageRequest, deps: EndpointDeps, names: string[]): Promise<StoredObject[]> {
  const removed = await deps.asCaller(request, (client) => removeObjectsAs(client, request.bucket, names))
  await removeUnusedFiles(
    deps.storage,
    removed.map(({ version }) => version),
  )
  return removed
}

/** An object as lists of the official client have it. */
function present({ id, bucket_id, name, created_at, updated_at, last_accessed_at, metadata }: StoredObject) {
  return { name, id, bucket_id, created_at, updated_at, last_accessed_at, metadata }
}
