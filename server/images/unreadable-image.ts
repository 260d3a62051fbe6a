import { LRUCache } from 'lru-cache'
import type { Log } from '#server/log.ts'

const REMEMBERED = 1000

/** The bytes are not a picture that we show. The message says why, for the log. */
export class UnreadableImage extends Error {
  override name = 'UnreadableImage'
}

/** Remembers the images that cannot be shown, so that each is tried once and said once in the log. */
export function rememberUnreadable(log: Log) {
  const versions = new LRUCache<string, true>({ max: REMEMBERED })
  return {
    has: (version: string) => versions.has(version),
    /** Answers null for an image that cannot be read; any other failure is thrown on. */
    note(error: unknown, image: { path: string; version: string }): null {
      if (!(error instanceof UnreadableImage)) throw error
      versions.set(image.version, true)
      log.warn(`The image ${image.path} cannot be shown: ${error.message}`)
      return null
    },
  }
}
