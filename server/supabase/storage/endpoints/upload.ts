import {
  type Endpoint,
  type EndpointDeps,
  json,
  type StorageRequest,
} from '#server/supabase/storage/endpoints/endpoint.ts'
import { requireObjectName } from '#server/supabase/storage/objects/object-name.ts'
import { invalidRequest } from '#server/supabase/storage/storage-error.ts'
import { storeUpload } from '#server/supabase/storage/uploads/store-upload.ts'

/** POST object/{bucket}/{name}: `upload` of the official client. */
export const createObject: Endpoint = (request, deps) => store(request, deps, { upsert: readUpsert(request) })

/** PUT object/{bucket}/{name}: `update` of the official client, which creates an object that does not exist. */
export const updateObject: Endpoint = (request, deps) => store(request, deps, { upsert: true })

/** PUT object/upload/sign/{bucket}/{name}?token=: `uploadToSignedUrl`, with the rights of whoever asked for the link. */
export const uploadToSignedUrl: Endpoint = async (request, deps) => {
  const { bucket, name, query } = request
  const { caller, upsert } = await deps.signedUrls.verifyUpload(query.get('token'), `${bucket}/${name}`)
  return store({ ...request, caller }, deps, { upsert })
}

export function readUpsert({ incoming }: StorageRequest): boolean {
  const value = incoming.headers['x-upsert'] ?? 'false'
  if (value !== 'true' && value !== 'false') throw invalidRequest('The header x-upsert is true or false')
  return value === 'true'
}

async function store(request: StorageRequest, deps: EndpointDeps, { upsert }: { upsert: boolean }) {
  const name = requireObjectName(request.name)
  const id = await storeUpload(request, deps, { name, upsert })
  return json({ Id: id, Key: `${request.bucket}/${name}` })
}
