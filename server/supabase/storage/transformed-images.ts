import { LRUCache } from 'lru-cache'
import type { FairQueue } from '#server/platform/http/fair-queue.ts'
import type { Transformation } from '#server/platform/images/pixels/transform-image.ts'
import type { ImageWorker } from '#server/platform/images/worker/image-worker.ts'
import type { StoredObject } from '#server/supabase/storage/objects/objects.ts'
import type { Storage } from '#server/supabase/storage/open-storage.ts'
import { readStored, versionOf } from '#server/supabase/storage/stored-images.ts'

/** There are millions of sizes to ask for, so they are cached in memory only, those used last. */
const CACHE_BYTES = 32 * 1024 * 1024

export interface TransformedImage {
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
