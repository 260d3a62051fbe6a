import { Hono } from 'hono'
import { IMAGE_FORMATS, IMAGE_WIDTHS, isLocalImagePath } from '#core/domain/hero-image.ts'
import { isLanguage } from '#core/i18n/languages.ts'
import type { ImageSource } from '#server/images/image-source.ts'
import { DAY_S, HOUR_S, sendImage, sendNoImage } from '#server/images/send-image.ts'
import { createShareImages, type FindArticle } from '#server/images/share/share-images.ts'
import { createVariants } from '#server/images/variants.ts'
import type { ImageWorker } from '#server/images/worker/image-worker.ts'
import type { Log } from '#server/log.ts'

/**
 * /images/{format}/{width}/{path}: a resized copy of one of the site's images; with ?v={its version} it never expires.
 * /share/{language}/{slug}.png: the picture that other sites show beside a link to an article; /share/default.png is
 * that of all other pages.
 */
export function createImageRoutes(deps: {
  dataDir: string
  source: ImageSource
  worker: ImageWorker
  findArticle: FindArticle
  /** What the publication is called now. */
  siteName: () => string
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
      // The title may be corrected soon after the article is published.
      return image ? sendImage(c, { ...image, type: 'image/png', maxAge: HOUR_S }) : sendNoImage(c)
    })
    .all('/images/*', sendNoImage)
    .all('/share/*', sendNoImage)
}
