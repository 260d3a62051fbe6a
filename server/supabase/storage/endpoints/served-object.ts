import { IMAGE_TYPES } from '#server/platform/images/image-type.ts'
import type { EndpointDeps, StorageRequest } from '#server/supabase/storage/endpoints/endpoint.ts'
import {
  findBucket,
  findObject,
  findObjectAs,
  requireObjectName,
  type StoredObject,
} from '#server/supabase/storage/objects.ts'
import { noSuchBucket, noSuchKey } from '#server/supabase/storage/storage-error.ts'

const MAX_DOWNLOAD_NAME = 255

/** An object that may be sent to the client. */
export interface ServedObject {
  object: StoredObject
  /** True if it is public, so that shared caches may store it. */
  isPublic: boolean
}

/**
 * The object that a request names, if its client may read it: in a public bucket every client, otherwise those that the policies allow.
 * @throws StorageError
 */
export async function getServedObject(request: StorageRequest, deps: EndpointDeps): Promise<ServedObject> {
  const { caller, bucket: id } = request
  const key = { bucket: id, name: requireObjectName(request.name) }
  const bucket = await findBucket(deps.storage.sql, id)
  if (!bucket || (!bucket.public && caller.kind === 'anonymous')) throw noSuchBucket()
  const object = bucket.public
    ? await findObject(deps.storage.sql, key)
    : await deps.asCaller(request, (client) => findObjectAs(client, key))
  if (!object) throw noSuchKey()
  return { object, isPublic: bucket.public }
}

/** The object in a public bucket; one in another bucket is not found, whatever the caller's rights. */
export function getPublicObject(request: StorageRequest, deps: EndpointDeps): Promise<ServedObject> {
  return getServedObject({ ...request, caller: { kind: 'anonymous' } }, deps)
}

/** The object of a signed link, which was made by a caller who could read it. */
export async function getSignedObject(
  request: StorageRequest,
  deps: EndpointDeps,
): Promise<ServedObject & { secondsLeft: number; transform: string | undefined }> {
  const name = requireObjectName(request.name)
  const url = `${request.bucket}/${name}`
  const { exp, transform } = await deps.signedUrls.verifyDownload(request.query.get('token'), url)
  const object = await findObject(deps.storage.sql, { bucket: request.bucket, name })
  if (!object) throw noSuchKey()
  const secondsLeft = Math.max(0, exp - Math.floor(Date.now() / 1000))
  return { object, isPublic: false, secondsLeft, transform }
}

/**
 * The headers for an untrusted file: a browser that opens it runs no script and shows it only as an image. Types that are not in the list are
 * only downloaded.
 */
export function fileHeaders(options: {
  type: string
  name: string
  /** The parameter `download`: a name to save as, or empty for the object's own. */
  download: string | null
}): Record<string, string> {
  const { type, name, download } = options
  const isImage = IMAGE_TYPES.some((known) => known === type)
  const saveAs = download || (name.split('/').at(-1) ?? '')
  const disposition = isImage && download === null ? 'inline' : 'attachment'
  return {
    'content-type': isImage ? type : 'application/octet-stream',
    'content-disposition': `${disposition}; filename*=UTF-8''${encodeName(saveAs)}`,
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    'cross-origin-resource-policy': 'cross-origin',
    'x-content-type-options': 'nosniff',
  }
}

/** Encodes a name as RFC 8187 requires: quotes, brackets and asterisks too. */
function encodeName(name: string): string {
  return encodeURIComponent(name.slice(0, MAX_DOWNLOAD_NAME).toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}
