import { randomUUID } from 'node:crypto'
import * as z from 'zod'
import { countedAs, ownerOf } from '#server/supabase/auth/bearer-token.ts'
import { type Endpoint, isAnonymous, json, readJson } from '#server/supabase/storage/endpoints/endpoint.ts'
import {
  readUpsert,
  requirePermission,
  saveObject,
  takeFromLimit,
} from '#server/supabase/storage/endpoints/upload.ts'
import {
  type Bucket,
  type FileMetadata,
  findBucket,
  findObjectAs,
  type ObjectKey,
  renameObjectAs,
  requireObjectName,
} from '#server/supabase/storage/objects.ts'
import {
  noSuchBucket,
  noSuchKey,
  notSupported,
  refusedByPolicy,
  tooLarge,
} from '#server/supabase/storage/storage-error.ts'
import { noteFile, removeUnusedFiles } from '#server/supabase/storage/unused-files.ts'
import { requireType } from '#server/supabase/storage/uploads/read-upload.ts'

/** PostgreSQL does not accept text with NUL. */
const bucketId = z
  .string()
  .max(100)
  .regex(/^[^\0]*$/, 'cannot be the name of a bucket')

const move = z.object({
  bucketId,
  sourceKey: z.string(),
  destinationBucket: bucketId.optional(),
  destinationKey: z.string(),
  sourceVersionId: z.string().optional(),
})

const copy = move.extend({ copyMetadata: z.boolean().optional(), metadata: z.unknown().optional() })

/** POST object/move. The file stays where it is: only its object gets another name. */
export const moveObject: Endpoint = async (request, deps) => {
  const { from, to } = readKeys(await readJson(request.incoming, move))
  if (isAnonymous(request)) throw refusedByPolicy()
  const bucket = await findBucket(deps.storage.sql, to.bucket)
  if (!bucket) throw noSuchBucket()
  const id = await deps.asCaller(request, async (client) => {
    const moved = await renameObjectAs(client, from, to)
    if (!moved) throw noSuchKey()
    // Refused here, the object gets its name back.
    if (to.bucket !== from.bucket) requireFit(moved.metadata, bucket)
    return moved.id
  })
  return json({ message: 'Successfully moved', Id: id, Key: to.name })
}

/** POST object/copy. */
export const copyObject: Endpoint = async (request, deps) => {
  const { metadata, copyMetadata = true, ...keys } = await readJson(request.incoming, copy)
  // The type that is served depends on the bytes alone.
  if (metadata !== undefined) throw notSupported('metadata of a copy')
  const { from, to } = readKeys(keys)
  if (isAnonymous(request)) throw refusedByPolicy()
  const { storage } = deps
  const bucket = await findBucket(storage.sql, to.bucket)
  if (!bucket) throw noSuchBucket()
  const source = await deps.asCaller(request, (client) => findObjectAs(client, from))
  if (!source) throw noSuchKey()
  requireFit(source.metadata, bucket)
  const { metadata: sourceMetadata, user_metadata: kept } = source
  const draft = {
    ...to,
    owner: ownerOf(request.caller),
    version: randomUUID(),
    metadata: sourceMetadata,
    userMetadata: copyMetadata && kept ? JSON.stringify(kept) : null,
    upsert: readUpsert(request),
  }
  // It takes as much room as an upload.
  if (request.caller.kind !== 'service') await takeFromLimit(deps, countedAs(request.caller))
  await requirePermission(request, deps, draft)
  await noteFile(storage, draft.version)
  try {
    await storage.backend.copy(source.version, draft.version)
    const id = await saveObject(request, deps, draft)
    return json({ Id: id, Key: `${to.bucket}/${to.name}` })
  } catch (error) {
    await removeUnusedFiles(storage, [draft.version])
    throw error
  }
}

/** Rejects files that could not be uploaded to the bucket: one that was never decoded cannot get into a bucket of pictures. */
function requireFit(metadata: FileMetadata, { allowed_mime_types, file_size_limit }: Bucket): void {
  requireType(metadata.mimetype, allowed_mime_types)
  if (file_size_limit !== null && metadata.size > file_size_limit) throw tooLarge()
}

function readKeys(keys: z.output<typeof move>): { from: ObjectKey; to: ObjectKey } {
  const { bucketId, sourceKey, destinationBucket = bucketId, destinationKey, sourceVersionId } = keys
  if (sourceVersionId !== undefined) throw notSupported('versioning')
  return {
    from: { bucket: bucketId, name: requireObjectName(sourceKey) },
    to: { bucket: destinationBucket, name: requireObjectName(destinationKey) },
  }
}
