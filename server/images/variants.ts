import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import type { ImageFormat, ImageWidth } from '#core/domain/hero-image.ts'
import type { ImageSource } from '#server/images/image-source.ts'
import { createKeptFiles } from '#server/images/kept-files.ts'
import { makeVariant, VARIANT_RECIPE } from '#server/images/make-variant.ts'
import { rememberUnreadable } from '#server/images/unreadable-images.ts'
import type { Log } from '#server/log.ts'

/** On two processors one stays free for pages; a cold front page is not worth more than two. */
const MAKE_AT_ONCE = availableParallelism() > 2 ? 2 : 1

export interface Variant {
  /** Of the original. */
  version: string
  etag: string
  /** Null when the original turns out not to be a picture. */
  read(): Promise<Buffer<ArrayBuffer> | null>
}

/** Finds a variant of an image of ours, or null when there is no such image. Nothing is made before it is read. */
export function createVariants(options: { dataDir: string; source: ImageSource; log: Log }) {
  const { dataDir, source, log } = options
  const files = createKeptFiles({ folder: join(dataDir, 'images/variants'), makeAtOnce: MAKE_AT_ONCE, log })
  const unreadable = rememberUnreadable(log)
  return async (wanted: {
    path: string
    format: ImageFormat
    width: ImageWidth
  }): Promise<Variant | null> => {
    const image = await source(wanted.path)
    if (!image || unreadable.has(image.version)) return null
    const { version } = image
    const name = `${version}-${VARIANT_RECIPE}-${wanted.width}.${wanted.format}`
    return {
      version,
      etag: `"${name}"`,
      read: () =>
        files
          .get(name, async () => makeVariant(await image.read(), wanted))
          .catch((error: unknown) => unreadable.note(error, { path: wanted.path, version })),
    }
  }
}
