import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { MEDIA_BUCKET } from '#core/data/media-files.ts'
import { plainFileName } from '#core/domain/media-input.ts'
import type { SiteServices } from '#server/features/services.ts'
import type { Sql } from '#server/platform/database/connection.ts'
import { IMAGE_TYPES } from '#server/platform/images/image-type.ts'
import type { FileSource } from '#server/supabase/storage/endpoints/upload.ts'
import { StorageError } from '#server/supabase/storage/storage-error.ts'
import { receiveFile } from '#server/supabase/storage/uploads/read-upload.ts'

const MAX_ADDRESS_LENGTH = 2000

/** The address of a picture as it is requested; null when it is none of the web. */
export function pictureAddress(text: string, base?: string): URL | null {
  const url = URL.parse(text.trim(), base)
  if (!url || !/^https?:$/.test(url.protocol)) return null
  url.hash = ''
  return url.href.length <= MAX_ADDRESS_LENGTH ? url : null
}

/** Stores a picture that was not in the library before. */
export type StorePicture = (source: FileSource) => Promise<{ name: string }>

/**
 * The name in the library of what `key` stands for, an address or bytes: of one that was copied before, the same; otherwise `copy` stores
 * it under the name that it gets. What an author has stored, who may still replace it, is the same for that author alone: others would
 * give readers another picture than that of the address. `by` is the person who asks; null for an import.
 */
export async function copyOnce(
  sql: Sql,
  key: string | Uint8Array,
  by: string | null,
  copy: (nameOf: FileSource['nameOf']) => Promise<{ name: string }>,
): Promise<{ name: string; isNew: boolean }> {
  const shared = namer(key)
  const own = namer(key, by ?? 'import')
  const names = [shared, own].flatMap((nameOf) => IMAGE_TYPES.map(nameOf))
  const find = () => findStored(sql, names, by)
  const known = await find()
  if (known?.isTrusted) return { name: known.name, isNew: false }
  try {
    return { name: (await copy(known ? own : shared)).name, isNew: true }
  } catch (error) {
    // It was copied by somebody else at the same time.
    const stored = isTaken(error) ? await find() : null
    if (stored?.isTrusted) return { name: stored.name, isNew: false }
    throw error
  }
}

function namer(key: string | Uint8Array, of = ''): FileSource['nameOf'] {
  const hash = createHash('sha256').update(of).update(key).digest('hex').slice(0, 32)
  return (type) => `articles/web-${hash}.${type === 'image/jpeg' ? 'jpg' : type.slice('image/'.length)}`
}

/** Copies a picture of another server. `fetching` is for whom it is fetched, and until when. */
export function copyFromAddress(
  { storage, pictures }: Pick<SiteServices, 'storage' | 'pictures'>,
  address: string,
  {
    by,
    fetching,
    store,
  }: { by: string | null; fetching: { key: string; signal?: AbortSignal }; store: StorePicture },
): Promise<{ name: string; isNew: boolean }> {
  return copyOnce(storage.sql, address, by, (nameOf) =>
    pictures.fetch(address, fetching, (bytes) =>
      store(pictureSource(bytes, nameOf, { filename: fileNameOf(address), source: address })),
    ),
  )
}

/** Bytes that become a file of the library, with what is told of it. */
export function pictureSource(
  bytes: Readable,
  nameOf: FileSource['nameOf'],
  told: { filename: string; source?: string },
): FileSource {
  return {
    nameOf,
    upsert: false,
    async receive(path, rules) {
      await receiveFile(bytes, path, rules)
      return { cacheControl: 'max-age=3600', userMetadata: JSON.stringify(told) }
    },
  }
}

/** A file with one of these names, rather one that nobody else may replace who does not publish. */
async function findStored(
  sql: Sql,
  names: string[],
  by: string | null,
): Promise<{ name: string; isTrusted: boolean } | null> {
  const [found] = await sql<{ name: string; isTrusted: boolean }[]>`
    select name, owner is null or owner is not distinct from ${by}::uuid or private.can_edit(owner) as "isTrusted"
    from storage.objects where bucket_id = ${MEDIA_BUCKET} and name = any (${names}::text[])
    order by "isTrusted" desc, created_at limit 1`
  return found ?? null
}

/** Returns the name that the file has there. */
function fileNameOf(address: string): string {
  const { pathname, hostname } = new URL(address)
  const last = pathname.split('/').filter(Boolean).at(-1) ?? ''
  let decoded = last
  try {
    decoded = decodeURIComponent(last)
  } catch {
    // The address is not valid percent-encoding of UTF-8.
  }
  return plainFileName(decoded) || hostname
}

const isTaken = (error: unknown) => error instanceof StorageError && error.body.code === 'KeyAlreadyExists'
