import { LRUCache } from 'lru-cache'
import type { Log } from '#server/platform/log.ts'

const MAX_CACHED = 1000

/** The bytes are not an image in a format and size that the site accepts. The message is for the log. */
export class UnreadableImage extends Error {
  override name = 'UnreadableImage'
}

/** Caches which images cannot be decoded, so that each is tried and logged once. */
export function createUnreadableCache(log: Log) {
  const versions = new LRUCache<string, true>({ max: MAX_CACHED })
  return {
    has: (version: string) => versions.has(version),
    /** Records an unreadable image and returns null; rethrows any other error. */
    record(error: unknown, image: { path: string; version: string }): null {
      if (!(error instanceof UnreadableImage)) throw error
      // Two requests may have tried it at the same time.
      if (versions.has(image.version)) return null
      versions.set(image.version, true)
      log.warn(`The image ${image.path} cannot be shown: ${error.message}`)
      return null
    },
  }
}
