import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { LRUCache } from 'lru-cache'
import type { MediaFacts } from '#core/domain/media-file.ts'

export interface SourceImage {
  /** Lowercase hexadecimal; it changes with the bytes. */
  version: string
  /** The image as it was uploaded. */
  read(): Promise<Buffer<ArrayBuffer>>
  /** The fields written by editors; undefined for the bundled images, which have no such record. */
  facts?: MediaFacts | null
}

/** Finds an image by a path that `isLocalImagePath` accepts; null when there is none. */
export type ImageSource = (path: string) => Promise<SourceImage | null>

const VERSION_LENGTH = 20
const MAX_CACHED_HASHES = 5000

/** Asks one source after the other. */
export function firstSource(...sources: ImageSource[]): ImageSource {
  return async (path) => {
    for (const source of sources) {
      const image = await source(path)
      if (image) return image
    }
    return null
  }
}

/** The images of public/demo. */
export function publicImages(publicDir: string): ImageSource {
  // A file is hashed again only when its modification time, size or inode has changed.
  const hashed = new LRUCache<string, { stamp: string; version: string }>({ max: MAX_CACHED_HASHES })
  return async (path) => {
    if (!path.startsWith('demo/')) return null
    const file = join(publicDir, path)
    const stats = await stat(file).catch(unlessMissing)
    if (!stats?.isFile()) return null
    const stamp = `${stats.mtimeMs} ${stats.size} ${stats.ino}`
    const known = hashed.get(path)
    if (known?.stamp === stamp) return { version: known.version, read: () => readFile(file) }
    const bytes = await readFile(file)
    const version = createHash('sha256').update(bytes).digest('hex').slice(0, VERSION_LENGTH)
    hashed.set(path, { stamp, version })
    return { version, read: async () => bytes }
  }
}

function unlessMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null
  throw error
}
