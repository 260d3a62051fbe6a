import { type Endpoint, json } from '#server/storage/endpoints/endpoint.ts'
import { requireParameters } from '#server/storage/endpoints/file-headers.ts'
import {
  getPublicObject,
  getServedObject,
  type ServedObject,
} from '#server/storage/endpoints/get-served-object.ts'

/** GET object/info/{bucket}/{name}: `info` and `exists` of the official client. */
export const showInfo: Endpoint = async (request, deps) => {
  requireParameters(request, [])
  return json(describe(await getServedObject(request, deps)))
}

/** GET object/info/public/{bucket}/{name}. */
export const showPublicInfo: Endpoint = async (request, deps) => {
  requireParameters(request, [])
  return json(describe(await getPublicObject(request, deps)))
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
