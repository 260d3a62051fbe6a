import * as z from 'zod'
import {
  type Endpoint,
  type EndpointDeps,
  isStranger,
  json,
  type StorageRequest,
} from '#server/storage/endpoints/endpoint.ts'
import { readJson } from '#server/storage/endpoints/read-json.ts'
import { requireObjectName } from '#server/storage/objects/object-name.ts'
import { removeObjectsAs, type StoredObject } from '#server/storage/objects/objects.ts'
import { present } from '#server/storage/objects/present.ts'
import { noSuchKey, notSupported } from '#server/storage/storage-error.ts'
import { removeUnusedFiles } from '#server/storage/unused-files.ts'

const MAX_NAMES = 1000

const entry = z.union([z.string(), z.strictObject({ path: z.string(), versionId: z.string() })])
const body = z.strictObject({ prefixes: z.array(entry).min(1).max(MAX_NAMES) })

/** DELETE object/{bucket}: `remove` of the official client. Returns what was removed; other names are passed over. */
export const removeObjects: Endpoint = async (request, deps) => {
  if (isStranger(request)) return json([])
  const { prefixes } = await readJson(request.incoming, body)
  const names = prefixes.map((one) => {
    if (typeof one !== 'string') throw notSupported('versioning')
    return requireObjectName(one)
  })
  return json((await remove(request, deps, names)).map(present))
}

/** DELETE object/{bucket}/{name}. */
export const removeObject: Endpoint = async (request, deps) => {
  const removed = isStranger(request) ? [] : await remove(request, deps, [requireObjectName(request.name)])
  if (removed.length === 0) throw noSuchKey()
  return json({ message: 'Successfully deleted' })
}

async function remove(request: StorageRequest, deps: EndpointDeps, names: string[]): Promise<StoredObject[]> {
  const removed = await deps.asCaller(request, (client) => removeObjectsAs(client, request.bucket, names))
  await removeUnusedFiles(
    deps.storage,
    removed.map(({ version }) => version),
  )
  return removed
}
