import { join } from 'node:path'
import { LRUCache } from 'lru-cache'
import * as z from 'zod'
import { type HeroDetails, localImagePath } from '#core/domain/hero-image.ts'
import { createCachedFiles } from '#server/images/cached-files.ts'
import type { ImageSource } from '#server/images/image-source.ts'
import type { Examination } from '#server/images/pixels/examine-image.ts'
import { rememberUnreadable } from '#server/images/unreadable-image.ts'
import type { ImageWorker } from '#server/images/worker/image-worker.ts'
import type { Log } from '#server/log.ts'

/** Part of the file names: raise it when descriptions are made differently, so that cached ones are not used. */
const RECIPE = 1
const MAX_CACHED = 2000
/** How long an image is taken to be unchanged: a list page that is rendered often shows two dozen. */
const UNCHANGED_MS = 1_000

const examination: z.ZodType<Examination> = z.object({
  width: z.int().positive(),
  height: z.int().positive(),
  placeholder: z.string().startsWith('data:image/webp;base64,'),
})

/** Null for an image of another site, one that is missing, or one that cannot be decoded. */
export type DescribeImage = (heroImage: string | null) => Promise<HeroDetails | null>

/** Describes hero images for the pages that show them. The picture is decoded once; later calls read memory or disk. */
export function createImageDescriber(options: {
  dataDir: string
  source: ImageSource
  worker: ImageWorker
  siteUrl: string
  log: Log
}): DescribeImage {
  const { dataDir, source, worker, siteUrl, log } = options
  const files = createCachedFiles({ folder: join(dataDir, 'images/descriptions'), log })
  const unreadable = rememberUnreadable(log)
  const described = new LRUCache<string, HeroDetails>({ max: MAX_CACHED })
  const recent = new LRUCache<string, Promise<HeroDetails | null>>({ max: MAX_CACHED, ttl: UNCHANGED_MS })

  async function find(path: string): Promise<HeroDetails | null> {
    const image = await source(path)
    if (!image || unreadable.has(image.version)) return null
    const { version } = image
    const known = described.get(version)
    if (known) return known
    try {
      const json = await files.get(`${version}-${RECIPE}.json`, () => worker.examine(image.read))
      const found = { ...examination.parse(JSON.parse(json.toString())), version }
      described.set(version, found)
      return found
    } catch (error) {
      return unreadable.note(error, { path, version })
    }
  }

  return async (heroImage) => {
    const path = heroImage === null ? null : localImagePath(heroImage, siteUrl)
    if (path === null) return null
    const known = recent.get(path)
    if (known) return known
    const description = find(path).catch((error: unknown) => {
      // A page without a placeholder is better than no page.
      log.error(`The image ${path} cannot be described`, error)
      return null
    })
    recent.set(path, description)
    return description
  }
}
