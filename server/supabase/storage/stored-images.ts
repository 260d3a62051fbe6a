import { addAbortSignal } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { LRUCache } from 'lru-cache'
import { MEDIA_BUCKET } from '#core/data/media-files.ts'
import type { MediaFacts } from '#core/domain/media-file.ts'
import { createBatchLoader } from '#server/platform/database/batch-loader.ts'
import { reportFault } from '#server/platform/faults/faults.ts'
import type { FairQueue } from '#server/platform/http/fair-queue.ts'
import type { ImageSource } from '#server/platform/images/image-source.ts'
import type { Transformation } from '#server/platform/images/pixels/transform-image.ts'
import type { ImageWorker } from '#server/platform/images/worker/image-worker.ts'
import type { StoredObject } from '#server/supabase/storage/objects.ts'
import type { Storage } from '#server/supabase/storage/open-storage.ts'

/** The paths of uploads as articles have them. */
const FOLDER = `storage/v1/object/public/${MEDIA_BUCKET}/`
const VERSION_LENGTH = 20
/** There are millions of sizes to ask for, so they are cached in memory only, those used last. */
const CACHE_BYTES = 32 * 1024 * 1024

/** A reader waits for what is made of it. */
const READ_TIMEOUT_MS = 30_000

type Stored = Pick<StoredObject, 'name' | 'version' | 'metadata'> & { facts: MediaFacts | null }

/** The uploaded images of articles, from which variants, placeholders and descriptions are made. A page asks for all of its images at once. */
export function storedImages(storage: Pick<Storage, 'sql' | 'backend'>): ImageSource {
  const find = createBatchLoader((names: string[]) => findStored(storage, names))
  return async (path) => {
    const object = path.startsWith(FOLDER) ? await find(path.slice(FOLDER.length)) : undefined
    if (!object) return null
    return {
      version: versionOf(object),
      read: () => readStored(storage, object),
      facts: object.facts,
    }
  }
}

async function findStored({ sql }: Pick<Storage, 'sql'>, names: string[]): Promise<Map<string, Stored>> {
  const rows = await sql<Stored[]>`
    select object.name, object.version, object.metadata, case when file.id is not null then
      jsonb_build_object('alts', alts, 'decorative', decorative, 'captions', captions, 'credit', credit,
        'licence', licence, 'licence_url', licence_url, 'focus_x', focus_x, 'focus_y', focus_y) end as facts
    from storage.objects as object left join public.media_files as file on file.id = object.id
    where object.bucket_id = ${MEDIA_BUCKET} and object.name = any (${names})`
  return new Map(rows.map((row) => [row.name, row]))
}

/** Changes with the bytes, and only with them. */
function versionOf({ metadata }: Pick<StoredObject, 'metadata'>): string {
  return metadata.eTag.replaceAll('"', '').slice(0, VERSION_LENGTH)
}

/** @throws when the file does not exist, for example because it was replaced at this moment */
async function readStored(
  { backend }: Pick<Storage, 'backend'>,
  { name, version, metadata }: Pick<StoredObject, 'name' | 'version' | 'metadata'>,
): Promise<Buffer<ArrayBuffer>> {
  const stream = await backend.read(version)
  if (!stream) throw new Error(`The file of ${name} (${version}) is missing`)
  addAbortSignal(AbortSignal.timeout(READ_TIMEOUT_MS), stream)
  const bytes = (await buffer(stream)) as Buffer<ArrayBuffer>
  if (bytes.length === metadata.size) return bytes
  // Something else that another server sends, such as a page, must not count as a picture that nobody can decode.
  const error = new Error(`The storage sent ${bytes.length} bytes for ${version}, which has ${metadata.size}`)
  reportFault('storage', error)
  throw error
}

interface TransformedImage {
  etag: string
  /**
   * The bytes. `admit` is called when they have to be made.
   * @throws UnreadableImage
   */
  read(client: {
    key: string
    isWanted: () => boolean
    admit: () => Promise<void>
  }): Promise<Buffer<ArrayBuffer>>
}

/** Images in sizes that a request asks for. */
export function createTransformedImages(options: {
  storage: Pick<Storage, 'backend'>
  worker: ImageWorker
  queue: FairQueue
}) {
  const { storage, worker, queue } = options
  const cached = new LRUCache<string, Buffer<ArrayBuffer>>({
    maxSize: CACHE_BYTES,
    maxEntrySize: CACHE_BYTES / 8,
    sizeCalculation: (bytes) => bytes.length + 200,
  })
  return (object: StoredObject, wanted: Transformation): TransformedImage => {
    const { width = 0, height = 0, resize, quality, type } = wanted
    const name = `${versionOf(object)}-${width}x${height}-${resize}-${quality}.${type.slice('image/'.length)}`
    return {
      etag: `"${name}"`,
      async read({ key, isWanted, admit }) {
        const known = cached.get(name)
        if (known) return known
        await admit()
        const transform = () => worker.transform(() => readStored(storage, object), wanted)
        const bytes = await queue.run(key, transform, isWanted)
        cached.set(name, bytes)
        return bytes
      },
    }
  }
}

export type TransformedImages = ReturnType<typeof createTransformedImages>
