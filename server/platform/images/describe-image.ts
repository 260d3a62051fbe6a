import { join } from 'node:path'
import { LRUCache } from 'lru-cache'
import * as z from 'zod'
import { type ImageDetails, localImagePath } from '#core/domain/hero-image.ts'
import type { MediaFacts } from '#core/domain/media-file.ts'
import { createCachedFiles } from '#server/platform/images/cached-files.ts'
import type { ImageSource, SourceImage } from '#server/platform/images/image-source.ts'
import type { Examination } from '#server/platform/images/pixels/examine-image.ts'
import { createUnreadableCache } from '#server/platform/images/unreadable-image.ts'
import type { ImageWorker } from '#server/platform/images/worker/image-worker.ts'
import type { Log } from '#server/platform/log.ts'

/** Part of the file names; a new number makes cached descriptions obsolete. */
const DESCRIPTION_VERSION = 1
const MAX_CACHED = 2000
/** For this long the bundled images are not checked for changes: a list page often shows two dozen. */
const SOURCE_TTL_MS = 1_000

const examination: z.ZodType<Examination> = z.object({
  width: z.int().positive(),
  height: z.int().positive(),
  placeholder: z.string().startsWith('data:image/webp;base64,'),
})

/** Null for an image of another site, one that is missing, or one that cannot be decoded. */
export type DescribeImage = (heroImage: string | null) => Promise<ImageDetails | null>

/**
 * Describes images for the pages that show them. An image is decoded once; later calls read memory or disk. The texts of editors about it
 * are not cached, because pages are rendered again as soon as they change.
 */
export function createImageDescriber(options: {
  dataDir: string
  source: ImageSource
  worker: ImageWorker
  siteUrl: string
  log: Log
}): DescribeImage {
  const { dataDir, source, worker, siteUrl, log } = options
  const files = createCachedFiles({ folder: join(dataDir, 'images/descriptions'), log })
  const unreadable = createUnreadableCache(log)
  const described = new LRUCache<string, Examination>({ max: MAX_CACHED })

  const recent = new LRUCache<string, SourceImage>({ max: MAX_CACHED, ttl: SOURCE_TTL_MS })

  async function find(path: string): Promise<ImageDetails | null> {
    const image = recent.get(path) ?? (await source(path))
    if (!image || unreadable.has(image.version)) return null
    if (image.facts === undefined) recent.set(path, image)
    const { version, facts = null } = image
    try {
      const known = described.get(version) ?? (await examine(version, image.read))
      described.set(version, known)
      return { ...known, version, ...focusOf(facts), facts }
    } catch (error) {
      return unreadable.record(error, { path, version })
    }
  }

  async function examine(version: string, read: () => Promise<Buffer<ArrayBuffer>>): Promise<Examination> {
    const json = await files.get(`${version}-${DESCRIPTION_VERSION}.json`, () => worker.examine(read))
    return examination.parse(JSON.parse(json.toString()))
  }

  return async (heroImage) => {
    const path = heroImage === null ? null : localImagePath(heroImage, siteUrl)
    if (path === null) return null
    return find(path).catch((error: unknown) => {
      // A page without a placeholder is better than no page.
      log.error(`The image ${path} cannot be described`, error)
      return null
    })
  }
}

function focusOf(facts: MediaFacts | null): { focus?: string } {
  if (!facts || (facts.focus_x === 50 && facts.focus_y === 50)) return {}
  return { focus: `${facts.focus_x}% ${facts.focus_y}%` }
}
