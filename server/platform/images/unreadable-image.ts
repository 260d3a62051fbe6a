import { LRUCache } from 'lru-cache'
import type { Log } from '#server/platform/log.ts'

const MAX_REMEMBERED = 1000

/** The bytes are not a picture in a format and size that the site shows. The message is for the log. */
export class UnreadableImage extends Error {
  override name = 'UnreadableImage'
}

/** Remembers the images that cannot be decoded, so that each is tried once and logged once. */
export function rememberUnreadable(log: Log) {
  const versions = new LRUCache<string, true>({ max: MAX_REMEMBERED })
  return {
    has: (version: string) => versions.has(version),
    /** Returns null for an unreadable image; throws any other error on. */
    note(error: unknown, image: { path: string; version: string }): null {
      if (!(error instanceof UnreadableImage)) throw error
      // Two pages may have tried it at once.
      if (versions.has(image.version)) return null
      versions.set(image.version, true)
      log.warn(`The image ${image.path} cannot be shown: ${error.message}`)
      return null
    },
  }
}
