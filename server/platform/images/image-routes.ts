import { join } from 'node:path'
import { type Context, Hono } from 'hono'
import {
  IMAGE_FORMATS,
  IMAGE_WIDTHS,
  type ImageFormat,
  type ImageWidth,
  isLocalImagePath,
} from '#core/domain/hero-image.ts'
import type { Settings } from '#core/domain/settings.ts'
import { isLanguage, type Language } from '#core/i18n/languages.ts'
import { matchesEtag } from '#server/platform/http/request-headers.ts'
import { createCachedFiles } from '#server/platform/images/cached-files.ts'
import type { ImageSource } from '#server/platform/images/image-source.ts'
import { createShareImages, type FindArticle } from '#server/platform/images/share/share-images.ts'
import { createUnreadableCache } from '#server/platform/images/unreadable-image.ts'
import type { ImageWorker } from '#server/platform/images/worker/image-worker.ts'
import type { Log } from '#server/platform/log.ts'

/** Part of the file names; a new number makes cached variants obsolete. */
const VARIANT_VERSION = 1

interface Variant {
  /** The version of the original. */
  version: string
  etag: string
  /** Null when the original cannot be decoded. */
  read(): Promise<Buffer<ArrayBuffer> | null>
}

const HOUR_S = 3600
const DAY_S = 86_400
const YEAR_S = 31_536_000

/**
 * /images/{format}/{width}/{path}: a resized copy of one of the site's images; with ?v={its version} it never expires.
 * /share/{language}/{slug}.png: the preview image of an article; /share/default.png is that of all other pages.
 */
export function createImageRoutes(deps: {
  dataDir: string
  source: ImageSource
  worker: ImageWorker
  findArticle: FindArticle
  /** The path of the English image, when the language of this one is switched off; otherwise null. */
  findInEnglish: (language: Language, slug: string) => Promise<string | null>
  /** The current settings. */
  settings: () => Settings
  log: Log
}): Hono {
  const findVariant = createVariants(deps)
  const shareImages = createShareImages(deps)

  return new Hono()
    .get('/images/:format/:width/:path{.+}', async (c) => {
      const format = IMAGE_FORMATS.find((known) => known === c.req.param('format'))
      const width = IMAGE_WIDTHS.find((known) => String(known) === c.req.param('width'))
      const path = c.req.param('path')
      if (!format || !width || !isLocalImagePath(path)) return sendNoImage(c)
      const variant = await findVariant(path, { format, width })
      if (!variant) return sendNoImage(c)
      const maxAge = c.req.query('v') === variant.version ? 'forever' : DAY_S
      return sendImage(c, { ...variant, type: `image/${format}`, maxAge })
    })
    .get('/share/default.png', (c) =>
      sendImage(c, { ...shareImages.ofPublication(), type: 'image/png', maxAge: DAY_S }),
    )
    .get('/share/:language/:file', async (c) => {
      const language = c.req.param('language')
      const slug = /^([a-z0-9-]{1,200})\.png$/.exec(c.req.param('file'))?.[1]
      const image = isLanguage(language) && slug ? await shareImages.ofArticle(language, slug) : null
      if (!image && isLanguage(language) && slug) {
        const path = await deps.findInEnglish(language, slug)
        if (path) return c.redirect(path, 302)
      }
      // The title may be corrected soon after the article is published.
      return image ? sendImage(c, { ...image, type: 'image/png', maxAge: HOUR_S }) : sendNoImage(c)
    })
    .all('/images/*', sendNoImage)
    .all('/share/*', sendNoImage)
}

/** Responds with an image and its strong ETag, or with 304, for which `read` is not called. */
async function sendImage(
  c: Context,
  image: {
    type: 'image/avif' | 'image/webp' | 'image/png'
    etag: string
    /** Seconds until it expires; 'forever' for an address that contains the version of its content. */
    maxAge: number | 'forever'
    read: () => Promise<Buffer<ArrayBuffer> | null>
  },
): Promise<Response> {
  const headers = {
    etag: image.etag,
    'cache-control':
      image.maxAge === 'forever' ? `public, max-age=${YEAR_S}, immutable` : `public, max-age=${image.maxAge}`,
  }
  if (matchesEtag(c.req.header('if-none-match'), image.etag)) return c.body(null, 304, headers)
  const bytes = await image.read()
  if (bytes === null) return sendNoImage(c)
  return c.body(bytes, 200, {
    ...headers,
    'content-type': image.type,
    'content-length': String(bytes.length),
    'x-content-type-options': 'nosniff',
  })
}

function sendNoImage(c: Context): Response {
  return c.text('Not found', 404, { 'x-content-type-options': 'nosniff' })
}

/** Finds a variant of one of the site's images, or null when there is no such image. It is made when it is first read. */
function createVariants(options: { dataDir: string; source: ImageSource; worker: ImageWorker; log: Log }) {
  const { dataDir, source, worker, log } = options
  const files = createCachedFiles({ folder: join(dataDir, 'images/variants'), log })
  const unreadable = createUnreadableCache(log)
  return async (
    path: string,
    wanted: { format: ImageFormat; width: ImageWidth },
  ): Promise<Variant | null> => {
    const image = await source(path)
    if (!image || unreadable.has(image.version)) return null
    const { version } = image
    const name = `${version}-${VARIANT_VERSION}-${wanted.width}.${wanted.format}`
    return {
      version,
      etag: `"${name}"`,
      read: () =>
        files
          .get(name, () => worker.makeVariant(image.read, wanted))
          .catch((error: unknown) => unreadable.record(error, { path, version })),
    }
  }
}
