import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { UnreadableImage } from '#server/platform/images/unreadable-image.ts'
import { countedAs, ownerOf } from '#server/supabase/auth/bearer-token.ts'
import type { LocalFile } from '#server/supabase/storage/backends/storage-backend.ts'
import {
  type Endpoint,
  type EndpointDeps,
  isAnonymous,
  json,
  type StorageRequest,
} from '#server/supabase/storage/endpoints/endpoint.ts'
import {
  type Bucket,
  findBucket,
  lockFileAs,
  type ObjectDraft,
  requireObjectName,
  saveObjectAs,
} from '#server/supabase/storage/objects.ts'
import {
  invalidRequest,
  noSuchBucket,
  refusedByPolicy,
  tooManyRequests,
  toStorageError,
  unusableImage,
} from '#server/supabase/storage/storage-error.ts'
import { noteFile, removeUnusedFiles } from '#server/supabase/storage/unused-files.ts'
import {
  readUpload,
  requireAcceptable,
  type Upload,
  type UploadRules,
} from '#server/supabase/storage/uploads/read-upload.ts'

/** For a bucket without a limit of its own, and for pictures. */
const MAX_BYTES = 5 * 1024 * 1024
/** A bucket of this type alone stores bytes as they are; every other one pictures. */
const BYTES = 'application/octet-stream'
const MAX_MESSAGE_LENGTH = 200
/** The `Retry-After` of a response when too many uploads arrive. */
const BUSY_SECONDS = 5

/** POST object/{bucket}/{name}: `upload` of the official client. */
export const createObject: Endpoint = (request, deps) => store(request, deps, { upsert: readUpsert(request) })

/** PUT object/{bucket}/{name}: `update` of the official client, which creates an object that does not exist. */
export const updateObject: Endpoint = (request, deps) => store(request, deps, { upsert: true })

/** PUT object/upload/sign/{bucket}/{name}?token=: `uploadToSignedUrl`, with the rights of the caller who requested the link. */
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
  const { incoming } = request
  const name = requireObjectName(request.name)
  const { id } = await storeFile(request, deps, {
    nameOf: () => name,
    upsert,
    prepare: (rules) => requireAcceptable(incoming, rules),
    receive: (path, rules) => readUpload(incoming, path, rules),
  })
  return json({ Id: id, Key: `${request.bucket}/${name}` })
}

/** A file that is to be stored, and how its bytes arrive. */
export interface FileSource {
  /** Returns the checked name, by the type of the bytes, such as image/png. */
  nameOf: (type: string) => string
  upsert: boolean
  /** @throws StorageError for what would be refused after reading it */
  prepare?: (rules: UploadRules) => void
  receive: (path: string, rules: UploadRules) => Promise<Upload>
}

/** The caller of an upload, and its target. */
export type StoreRequest = Pick<StorageRequest, 'bucket' | 'caller' | 'clientIp' | 'isWanted'>

/**
 * Stores a file, if the caller may. Every step is cheaper than those after it: headers, permission, bytes as they arrive, and last the
 * pixels, in a process of their own.
 * @throws StorageError
 */
export async function storeFile(
  request: StoreRequest,
  deps: EndpointDeps,
  { nameOf, upsert, prepare, receive }: FileSource,
): Promise<{ id: string; name: string }> {
  const { caller, bucket: bucketId } = request
  if (isAnonymous(request)) throw refusedByPolicy()
  const bucket = await findBucket(deps.storage.sql, bucketId)
  if (!bucket) throw noSuchBucket()
  const rules = rulesOf(bucket)
  prepare?.(rules)
  const key = countedAs(caller)
  if (caller.kind !== 'service') await takeFromLimit(deps, key)
  const draft = draftOf(bucketId, { name: nameOf('image/webp'), owner: ownerOf(caller), upsert })
  await requirePermission(request, deps, draft)
  const save = (whole: ObjectDraft) => saveObject(request, deps, whole)
  const inTurn: FileToReceive['inTurn'] = (work) => deps.uploads.run(key, work, request.isWanted)
  const ticket = deps.arriving.admit(key)
  try {
    if (!ticket?.reserve(rules.maxBytes)) throw tooManyRequests('Too many uploads at once.', BUSY_SECONDS)
    return await receiveAndStore(deps, { draft, rules, nameOf, receive, save, inTurn })
  } finally {
    ticket?.release()
  }
}

/**
 * Stores a file that no request brings, as `storeFile` does: the same bytes are refused, and the same are left out. It belongs to nobody.
 * @throws StorageError
 */
export async function storeForSite(
  deps: Pick<EndpointDeps, 'storage' | 'worker'>,
  bucketId: string,
  { nameOf, receive }: Pick<FileSource, 'nameOf' | 'receive'>,
): Promise<{ id: string; name: string }> {
  const { sql } = deps.storage
  const bucket = await findBucket(sql, bucketId)
  if (!bucket) throw noSuchBucket()
  const draft = draftOf(bucketId, { name: nameOf('image/webp'), owner: null, upsert: false })
  const save = (whole: ObjectDraft) => saveObjectAs({ query: sql.run }, whole)
  const inTurn: FileToReceive['inTurn'] = (work) => work()
  const file = { draft, rules: rulesOf(bucket), nameOf, receive, save, inTurn }
  return receiveAndStore(deps, file).catch((error) => {
    throw toStorageError(error)
  })
}

function draftOf(bucket: string, more: Pick<ObjectDraft, 'name' | 'owner' | 'upsert'>): ObjectDraft {
  return { bucket, version: randomUUID(), metadata: null, userMetadata: null, ...more }
}

/** Inserts the object and rolls back, so that the policies decide before the body is read. */
export async function requirePermission(
  request: StoreRequest,
  deps: Pick<EndpointDeps, 'asCaller'>,
  draft: ObjectDraft,
): Promise<void> {
  const undone = Symbol('undone')
  const attempt = deps.asCaller(request, async (client) => {
    await saveObjectAs(client, draft)
    throw undone
  })
  await attempt.catch((error: unknown) => {
    if (error !== undone) throw error
  })
}

/** Stores an object whose file is there, and removes the file of the one that it replaces. Returns its id. */
export async function saveObject(
  request: StoreRequest,
  deps: Pick<EndpointDeps, 'asCaller' | 'storage'>,
  draft: ObjectDraft,
): Promise<string> {
  const { id, replaced } = await deps.asCaller(request, async (client) => {
    const replaced = draft.upsert ? await lockFileAs(client, draft) : null
    return { id: await saveObjectAs(client, draft), replaced }
  })
  if (replaced) await removeUnusedFiles(deps.storage, [replaced])
  return id
}

interface FileToReceive extends Pick<FileSource, 'nameOf' | 'receive'> {
  draft: ObjectDraft
  rules: UploadRules
  save: (draft: ObjectDraft) => Promise<string>
  /** Runs the work on a file that has arrived when it is its turn. */
  inTurn: <T>(work: () => Promise<T>) => Promise<T>
}

async function receiveAndStore(
  deps: Pick<EndpointDeps, 'storage' | 'worker'>,
  { draft, rules, nameOf, receive, save, inTurn }: FileToReceive,
): Promise<{ id: string; name: string }> {
  const received = join(deps.storage.incoming, `${draft.version}.received`)
  const cleaned = join(deps.storage.incoming, `${draft.version}.cleaned`)
  try {
    const upload = await receive(received, rules)
    return await inTurn(async () => {
      if (rules.keepsBytes) {
        const file = { path: received, ...(await describeBytes(received)) }
        return { id: await storeReceived(deps, draft, { upload, file, save }), name: draft.name }
      }
      const image = await deps.worker.clean({ from: received, to: cleaned }).catch(refuseUnreadable)
      const name = nameOf(image.type)
      const file = { ...image, path: cleaned }
      return { id: await storeReceived(deps, { ...draft, name }, { upload, file, save }), name }
    })
  } finally {
    await Promise.all([rm(received, { force: true }), rm(cleaned, { force: true })])
  }
}

async function describeBytes(path: string): Promise<Omit<LocalFile, 'path'>> {
  const hash = createHash('sha256')
  let size = 0
  for await (const part of createReadStream(path) as AsyncIterable<Buffer>) {
    hash.update(part)
    size += part.length
  }
  return { type: BYTES, size, sha256: hash.digest('hex') }
}

async function storeReceived(
  { storage }: Pick<EndpointDeps, 'storage'>,
  draft: ObjectDraft,
  { upload, file, save }: { upload: Upload; file: LocalFile } & Pick<FileToReceive, 'save'>,
): Promise<string> {
  const { path, type, size, sha256 } = file
  const metadata = {
    eTag: `"${sha256.slice(0, 32)}"`,
    size,
    mimetype: type,
    cacheControl: upload.cacheControl,
    lastModified: new Date().toISOString(),
    contentLength: size,
    httpStatusCode: 200,
  } as const
  await noteFile(storage, draft.version)
  try {
    await storage.backend.put(draft.version, { path, size, sha256, type })
    return await save({ ...draft, metadata, userMetadata: upload.userMetadata })
  } catch (error) {
    await removeUnusedFiles(storage, [draft.version])
    throw error
  }
}

function rulesOf({ file_size_limit: limit, allowed_mime_types: types }: Bucket): UploadRules {
  const keepsBytes = types?.length === 1 && types[0] === BYTES
  const maxBytes = keepsBytes ? (limit ?? MAX_BYTES) : Math.min(limit ?? MAX_BYTES, MAX_BYTES)
  return { maxBytes, types: types?.length ? types : null, keepsBytes }
}

/** @throws StorageError when there were too many uploads */
export async function takeFromLimit({ limits }: Pick<EndpointDeps, 'limits'>, key: string): Promise<void> {
  const wait = await limits.take('upload', key)
  if (wait > 0) throw tooManyRequests('Too many uploads.', wait)
}

function refuseUnreadable(error: unknown): never {
  if (!(error instanceof UnreadableImage)) throw error
  throw unusableImage(error.message.split('\n', 1).join('').slice(0, MAX_MESSAGE_LENGTH))
}
