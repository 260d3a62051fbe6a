import { join } from 'node:path'
import { LRUCache } from 'lru-cache'
import type { Sharp } from 'sharp'
import * as z from 'zod'
import { localImagePath } from '#core/domain/hero-image.ts'
import type { ImageSource } from '#server/images/image-source.ts'
import { createKeptFiles } from '#server/images/kept-files.ts'
import { openImage, UnreadableImage } from '#server/images/open-image.ts'
import { rememberUnreadable } from '#server/images/unreadable-images.ts'
import type { Log } from '#server/log.ts'

/** To be raised when the same image is to be described otherwise, so that what was kept is made anew. */
const RECIPE = 1
const REMEMBERED = 2000
const PLACEHOLDER_SIDE_PX = 16
const PLACEHOLDER_MAX_LENGTH = 300
const PLACEHOLDER_QUALITIES = [50, 30, 15, 1]

const description = z.object({
  /** In pixels, the right way up. */
  width: z.int().positive(),
  height: z.int().positive(),
  /** A data URI of a few hundred bytes, to be shown stretched until the picture is there. */
  placeholder: z.string().startsWith('data:image/webp;base64,'),
})

export type ImageDescription = z.infer<typeof description> & {
  /** For `heroImageSources`. */
  version: string
}

/** Null for an image that is not ours, is missing or cannot be read. */
export type DescribeImage = (heroImage: string | null) => Promise<ImageDescription | null>

/** Describes hero images to the pages that show them: once from the picture, afterwards from memory or disk. */
export function createImageDescriber(options: {
  dataDir: string
  source: ImageSource
  siteUrl: string
  log: Log
}): DescribeImage {
  const { dataDir, source, siteUrl, log } = options
  // One at a time, and not behind the variants: a page waits for this.
  const files = createKeptFiles({ folder: join(dataDir, 'images/descriptions'), makeAtOnce: 1, log })
  const unreadable = rememberUnreadable(log)
  const described = new LRUCache<string, ImageDescription>({ max: REMEMBERED })

  async function find(path: string): Promise<ImageDescription | null> {
    const image = await source(path)
    if (!image || unreadable.has(image.version)) return null
    const { version } = image
    const known = described.get(version)
    if (known) return known
    const make = async () => Buffer.from(JSON.stringify(await examine(await image.read())))
    try {
      const kept = await files.get(`${version}-${RECIPE}.json`, make)
      const found = { ...description.parse(JSON.parse(kept.toString())), version }
      described.set(version, found)
      return found
    } catch (error) {
      return unreadable.note(error, { path, version })
    }
  }

  return async (heroImage) => {
    const path = heroImage === null ? null : localImagePath(heroImage, siteUrl)
    if (path === null) return null
    return find(path).catch((error: unknown) => {
      // A page is not worth less for lacking a placeholder.
      log.error(`The image ${path} cannot be described`, error)
      return null
    })
  }
}

async function examine(bytes: Buffer): Promise<z.infer<typeof description>> {
  const image = openImage(bytes)
  try {
    const { autoOrient } = await image.metadata()
    return { ...autoOrient, placeholder: await drawPlaceholder(image) }
  } catch (error) {
    throw new UnreadableImage(error instanceof Error ? error.message : String(error), { cause: error })
  }
}

async function drawPlaceholder(image: Sharp): Promise<string> {
  const small = await image
    .resize(PLACEHOLDER_SIDE_PX, PLACEHOLDER_SIDE_PX, { fit: 'inside' })
    .flatten({ background: '#fff' })
    .blur(0.8)
    .png()
    .toBuffer()
  let uri = ''
  for (const quality of PLACEHOLDER_QUALITIES) {
    const webp = await openImage(small).webp({ quality, effort: 6 }).toBuffer()
    uri = `data:image/webp;base64,${webp.toString('base64')}`
    if (uri.length <= PLACEHOLDER_MAX_LENGTH) break
  }
  return uri
}
