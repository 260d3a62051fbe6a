import { join } from 'node:path'
import type { ImageFormat, ImageWidth } from '#core/domain/hero-image.ts'
import { createCachedFiles } from '#server/images/cached-files.ts'
import type { ImageSource } from '#server/images/image-source.ts'
import { rememberUnreadable } from '#server/images/unreadable-image.ts'
import type { ImageWorker } from '#server/images/worker/image-worker.ts'
import type { Log } from '#server/log.ts'

/** Part of the file names: raise it when variants are made differently, so that cached ones are not used. */
const RECIPE = 1

export interface Variant {
  /** The version of the original. */
  version: string
  etag: string
  /** Null when the original turns out not to be a picture. */
  read(): Promise<Buffer<ArrayBuffer> | null>
}

/** Finds a variant of one of the site's images, or null when there is no such image. It is made when it is first read. */
export function createVariants(options: {
  dataDir: string
  source: ImageSource
  worker: ImageWorker
  log: Log
}) {
  const { dataDir, source, worker, log } = options
  const files = createCachedFiles({ folder: join(dataDir, 'images/variants'), log })
  const unreadable = rememberUnreadable(log)
  return async (
    path: string,
    wanted: { format: ImageFormat; width: ImageWidth },
  ): Promise<Variant | null> => {
    const image = await source(path)
    if (!image || unreadable.has(image.version)) return null
    const { version } = image
    const name = `${version}-${RECIPE}-${wanted.width}.${wanted.format}`
    return {
      version,
      etag: `"${name}"`,
      read: () =>
        files
          .get(name, () => worker.makeVariant(image.read, wanted))
          .catch((error: unknown) => unreadable.note(error, { path, version })),
    }
  }
}
