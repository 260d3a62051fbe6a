import { randomUUID } from 'node:crypto'
import * as z from 'zod'
import {
  type Endpoint,
  isAnonymous,
  json,
  readJson,
  texts,
  wholeNumber,
} from '#server/supabase/storage/endpoints/endpoint.ts'
import { readTransformation } from '#server/supabase/storage/endpoints/render.ts'
import { readUpsert, requirePermission } from '#server/supabase/storage/endpoints/upload.ts'
import { findBucket, findObjectAs, listNamesAs, requireObjectName } from '#server/supabase/storage/objects.ts'
import { MAX_EXPIRES_SECONDS } from '#server/supabase/storage/signed-urls.ts'
import {
  accessDenied,
  noSuchBucket,
  noSuchKey,
  notSupported,
  refusedByPolicy,
} from '#server/supabase/storage/storage-error.ts'

const MAX_PATHS = 1000
const expiresIn = wholeNumber(1, MAX_EXPIRES_SECONDS)
const measure = z.union([z.number(), z.string()]).optional()

const one = z.object({
  expiresIn,
  transform: z
    .object({
      width: measure,
      height: measure,
      resize: z.string().optional(),
      format: z.string().optional(),
      quality: measure,
    })
    .optional(),
  versionId: z.string().optional(),
})

const many = z.object({ expiresIn, paths: texts(z.string(), MAX_PATHS) })

/** POST object/sign/{bucket}/{name}: `createSignedUrl`. A caller who can read an object can make a link to it. */
export const signUrl: Endpoint = async (request, deps) => {
  const { expiresIn: seconds, transform, versionId } = await readJson(request.incoming, one)
  if (versionId !== undefined) throw notSupported('versioning')
  const name = requireObjectName(request.name)
  const found = isAnonymous(request)
    ? null
    : await deps.asCaller(request, (client) => findObjectAs(client, { bucket: request.bucket, name }))
  if (!found) throw noSuchKey()
  const query =
    transform && new URLSearchParams(Object.entries(transform).map(([key, value]) => [key, String(value)]))
  // A transformation that cannot be made is refused now, not when the link is followed.
  if (query) readTransformation(query, { type: 'image/jpeg', accept: undefined })
  const url = `${request.bucket}/${name}`
  const token = await deps.signedUrls.signDownload(url, { seconds, transform: query?.toString() })
  return json({ signedURL: `/${query?.size ? 'render/image' : 'object'}/sign/${url}?token=${token}` })
}

/** POST object/sign/{bucket}: `createSignedUrls`. */
export const signUrls: Endpoint = async (request, deps) => {
  const { expiresIn: seconds, paths } = await readJson(request.incoming, many)
  for (const path of paths) requireObjectName(path)
  const { bucket } = request
  const found = isAnonymous(request)
    ? []
    : await deps.asCaller(request, (client) => listNamesAs(client, bucket, paths))
  const existing = new Set(found)
  return json(
    await Promise.all(
      paths.map(async (path) => {
        if (!existing.has(path)) {
          const error = 'Either the object does not exist or you do not have access to it'
          return { error, path, signedURL: null }
        }
        const url = `${bucket}/${path}`
        const token = await deps.signedUrls.signDownload(url, { seconds })
        return { error: null, path, signedURL: `/object/sign/${url}?token=${token}` }
      }),
    ),
  )
}

/** POST object/upload/sign/{bucket}/{name}: `createSignedUploadUrl`. */
export const signUpload: Endpoint = async (request, deps) => {
  const { bucket, caller } = request
  const name = requireObjectName(request.name)
  if (caller.kind === 'anonymous') throw refusedByPolicy()
  // It would be good for longer than the token itself.
  if (caller.kind === 'token')
    throw accessDenied('Access tokens cannot make links for uploads: upload the file itself.')
  if (!(await findBucket(deps.storage.sql, bucket))) throw noSuchBucket()
  const upsert = readUpsert(request)
  const draft = {
    bucket,
    name,
    owner: null,
    version: randomUUID(),
    metadata: null,
    userMetadata: null,
    upsert,
  }
  await requirePermission(request, deps, draft)
  const url = `${bucket}/${name}`
  const token = await deps.signedUrls.signUpload(url, { upsert, caller })
  return json({ url: `/object/upload/sign/${url}?token=${token}`, token })
}
