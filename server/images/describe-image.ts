import { join } from 'node:path'
import { LRUCache } from 'lru-cache'
import * as z from 'zod'
import { type HeroDetails, localImagePath } from '#core/domain/hero-image.ts'
import type { ImageSource } from '#server/images/image-source.ts'
import { createKeptFiles } from '#server/images/kept-files.ts'
import type { Examination } from '#server/images/pixels/examine-image.ts'
import { rememberUnreadable } from '#server/images/unreadable-image.ts'
import type { ImageWorker } from '#server/images/worker/image-worker.ts'
import type { Log } from '#server/log.ts'

/** To be raised when the same image is to be described otherwise, so that what was kept is made anew. */
const RECIPE = 1
const REMEMBERED = 2000
/** For so long nobody asks again whether a picture is still the same: a list that is rendered often shows two dozen. */
const UNCHANGED_MS = 1_000

const examination: z.ZodType<Examination> = z.object({
  width: z.int().positive(),
  height: z.int().positive(),
  placeholder: z.string().startsWith('data:image/webp;base64,'),
})

/** Null for an image that is not ours, is missing or cannot be read. */
export type DescribeImage = (heroImage: string | null) => Promise<HeroDetails | null>

/** Describes hero images to the pages that show them: once from the picture, afterwards from memory or disk. */
export function createImageDescriber(options: {
  dataDir: string
  source: ImageSource
  worker: ImageWorker
  siteUrl: string
  log: Log
}): DescribeImage {
  const { dataDir, source, worker, siteUrl, log } = options
  const files = createKeptFiles({ folder: join(dataDir, 'images/descriptions'), log })
  const unreadable = rememberUnreadable(log)
  const described = new LRUCache<string, HeroDetails>({ max: REMEMBERED })
  const recent = new LRUCache<string, Promise<HeroDetails | null>>({ max: REMEMBERED, ttl: UNCHANGED_MS })

  async function find(path: string): Promise<HeroDetails | null> {
    const image = await source(path)
    if (!image || unreadable.has(image.version)) return null
    const { version } = image
    const known = described.get(version)
    if (known) return known
    try {
      const kept = await files.get(`${version}-${RECIPE}.json`, () => worker.examine(image.read))
      const found = { ...examination.parse(JSON.parse(kept.toString())), version }
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
    const asked = find(path).catch((error: unknown) => {
      // A page is not worth less for lacking a placeholder.
      log.error(`The image ${path} cannot be described`, error)
      return null
    })
    recent.set(path, asked)
    return asked
  }
}
