import type { IncomingHttpHeaders } from 'node:http'
import { matchesEtag } from '#server/platform/http/request-headers.ts'
import type { ByteRange } from '#server/supabase/storage/backends/storage-backend.ts'
import {
  type Endpoint,
  type EndpointDeps,
  requireParameters,
  type StorageRequest,
  type StorageResponse,
} from '#server/supabase/storage/endpoints/endpoint.ts'
import {
  fileHeaders,
  getPublicObject,
  getServedObject,
  getSignedObject,
  type ServedObject,
} from '#server/supabase/storage/endpoints/served-object.ts'
import { noSuchKey } from '#server/supabase/storage/storage-error.ts'

/** GET object/public/{bucket}/{name}: the address that `getPublicUrl` makes. */
export const downloadPublic: Endpoint = async (request, deps) => {
  requireParameters(request, ['download', 'cacheNonce'])
  return send(request, deps, await getPublicObject(request, deps))
}

/** GET object/{bucket}/{name} and object/authenticated/{bucket}/{name}: `download` of the official client. */
export const download: Endpoint = async (request, deps) => {
  requireParameters(request, ['download', 'cacheNonce'])
  return send(request, deps, await getServedObject(request, deps))
}

/** GET object/sign/{bucket}/{name}?token=: the address that `createSignedUrl` makes. */
export const downloadSigned: Endpoint = async (request, deps) => {
  requireParameters(request, ['token', 'download', 'cacheNonce'])
  const found = await getSignedObject(request, deps)
  return send(request, deps, { ...found, cacheControl: `private, max-age=${found.secondsLeft}` })
}

async function send(
  { method, incoming, query }: StorageRequest,
  { storage }: EndpointDeps,
  { object, isPublic, cacheControl }: ServedObject & { cacheControl?: string },
): Promise<StorageResponse> {
  const { size, eTag, mimetype, cacheControl: stored } = object.metadata
  const headers: Record<string, string> = {
    ...fileHeaders({ type: mimetype, name: object.name, download: query.get('download') }),
    etag: eTag,
    'last-modified': object.updated_at.toUTCString(),
    'accept-ranges': 'bytes',
    'cache-control': cacheControl ?? (isPublic ? stored : `private, ${stored}`),
  }
  if (matchesEtag(incoming.headers['if-none-match'], eTag)) return { status: 304, headers, body: null }
  const range = readRange(incoming.headers, { size, eTag })
  if (range === 'unsatisfiable') {
    return { status: 416, headers: { 'content-range': `bytes */${size}` }, body: null }
  }
  headers['content-length'] = String(range ? range.end - range.start + 1 : size)
  if (range) headers['content-range'] = `bytes ${range.start}-${range.end}/${size}`
  const status = range ? 206 : 200
  if (method === 'HEAD') return { status, headers, body: null }
  const body = await storage.backend.read(object.version, range ?? undefined)
  // It was replaced or removed at this moment.
  if (!body) throw noSuchKey()
  return { status, headers, body }
}

/**
 * The range that a request asks for (RFC 9110, section 14). Null for the whole file, also when the header asks for several ranges
 * or cannot be read, or when `If-Range` names another version.
 */
export function readRange(
  headers: IncomingHttpHeaders,
  { size, eTag }: { size: number; eTag: string },
): ByteRange | 'unsatisfiable' | null {
  const ifRange = headers['if-range']
  if (ifRange !== undefined && ifRange !== eTag) return null
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(headers.range ?? '') ?? []
  if (first === '' && last === '') return null
  if (first === '') {
    // The last bytes.
    const length = Math.min(Number(last), size)
    return length > 0 ? { start: size - length, end: size - 1 } : 'unsatisfiable'
  }
  const start = Number(first)
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (last !== '' && Number(last) < start) return null
  return start < size ? { start, end } : 'unsatisfiable'
}
