import { createHash } from 'node:crypto'
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
import { publicationTranslator } from '#core/i18n/publication-catalogs.ts'
import { markOf } from '#core/look/mark.ts'
import {
  CENTRE,
  STORY_PICTURE_DENSITY,
  STORY_PICTURES,
  type StoryPictureSize,
  versionOfCut,
} from '#core/newsletter/story-pictures.ts'
import { isReportedFault } from '#server/platform/faults/faults.ts'
import { matchesEtag } from '#server/platform/http/request-headers.ts'
import { createCachedFiles } from '#server/platform/images/cached-files.ts'
import type { ImageSource, SourceImage } from '#server/platform/images/image-source.ts'
import type { LookFiles } from '#server/platform/images/look/look-files.ts'
import type { ShareCard, SharePictures } from '#server/platform/images/share/share-card.ts'
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
 * /images/jpeg/{size}/{path}.jpg: the same for mails, which show no newer formats, cut to a fixed size.
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
  lookFiles: LookFiles
  log: Log
}): Hono {
  const variants = createVariants(deps)
  const shareImages = createShareImages(deps)

  return new Hono()
    .get('/images/jpeg/:size{lead|small}/:path{.+[.]jpg}', async (c) => {
      const path = c.req.param('path').slice(0, -'.jpg'.length)
      const picture = isLocalImagePath(path)
        ? await variants.findCut(path, c.req.param('size') as StoryPictureSize, c.req.query('v'))
        : null
      return picture ? sendVariant(c, 'image/jpeg', picture) : sendNoImage(c)
    })
    .get('/images/:format/:width/:path{.+}', async (c) => {
      const format = IMAGE_FORMATS.find((known) => known === c.req.param('format'))
      const width = IMAGE_WIDTHS.find((known) => String(known) === c.req.param('width'))
      const path = c.req.param('path')
      if (!format || !width || !isLocalImagePath(path)) return sendNoImage(c)
      const variant = await variants.find(path, { format, width }, c.req.query('v'))
      return variant ? sendVariant(c, `image/${format}`, variant) : sendNoImage(c)
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

function sendVariant(c: Context, type: ImageMime, variant: Variant): Promise<Response> {
  const maxAge = c.req.query('v') === variant.version ? 'forever' : DAY_S
  return sendImage(c, { ...variant, type, maxAge })
}

type ImageMime = 'image/avif' | 'image/webp' | 'image/png' | 'image/jpeg'

/** Responds with an image and its strong ETag, or with 304, for which `read` is not called. */
async function sendImage(
  c: Context,
  image: {
    type: ImageMime
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

/** The characters that make the name of a file, and never a path. */
const VERSION = /^[\w-]{1,64}$/

/**
 * Finds variants of the site's images; null when there is no such image. Each is made when it is first read. While the database is away,
 * an address that contains a version leads to the variant that was made of it before.
 */
function createVariants(options: { dataDir: string; source: ImageSource; worker: ImageWorker; log: Log }) {
  const { dataDir, source, worker, log } = options
  const files = createCachedFiles({ folder: join(dataDir, 'images/variants'), log })
  const unreadable = createUnreadableCache(log)

  async function findImage(path: string): Promise<SourceImage | null> {
    const image = await source(path)
    return image && !unreadable.has(image.version) ? image : null
  }

  /** @throws the error when no variant of this version was made */
  async function findMade(error: unknown, version = '', kind: string): Promise<Variant> {
    const name = nameOf(version, kind)
    const bytes = isReportedFault(error) && VERSION.test(version) ? await files.find(name) : null
    if (!bytes) throw error
    return { version, etag: `"${name}"`, read: async () => bytes }
  }

  const nameOf = (version: string, kind: string) => `${version}-${VARIANT_VERSION}-${kind}`

  function variantOf(
    { image, path, version = image.version }: { image: SourceImage; path: string; version?: string },
    kind: string,
    make: () => Promise<Buffer<ArrayBuffer>>,
  ): Variant {
    const name = nameOf(version, kind)
    return {
      version,
      etag: `"${name}"`,
      read: () =>
        files
          .get(name, make)
          .catch((error: unknown) => unreadable.record(error, { path, version: image.version })),
    }
  }

  return {
    async find(
      path: string,
      wanted: { format: ImageFormat; width: ImageWidth },
      asked?: string,
    ): Promise<Variant | null> {
      const kind = `${wanted.width}.${wanted.format}`
      const image = await findImage(path).catch((error: unknown) => findMade(error, asked, kind))
      if (!image || 'etag' in image) return image
      return variantOf({ image, path }, kind, () => worker.makeVariant(image.read, wanted))
    },
    async findCut(path: string, size: StoryPictureSize, asked?: string): Promise<Variant | null> {
      const kind = `${size}.jpg`
      const image = await findImage(path).catch((error: unknown) => findMade(error, asked, kind))
      if (!image || 'etag' in image) return image
      const { width, height } = STORY_PICTURES[size]
      const cut = {
        width: width * STORY_PICTURE_DENSITY,
        height: height * STORY_PICTURE_DENSITY,
        focus: image.facts ?? CENTRE,
      }
      const version = versionOfCut(image.version, image.facts)
      return variantOf({ image, path, version }, kind, () => worker.cut(image.read, cut))
    },
  }
}

/** Part of the file names; a new number makes cached cards obsolete. */
const CARD_VERSION = 2

/** The published article with this slug in exactly this language, or null. */
type FindArticle = (language: Language, slug: string) => Promise<{ title: string; category: string } | null>

interface ShareImage {
  etag: string
  read(): Promise<Buffer<ArrayBuffer>>
}

/** The preview images (`og:image`) of articles and of the publication. Each is drawn when it is first read. */
function createShareImages(options: {
  dataDir: string
  worker: ImageWorker
  findArticle: FindArticle
  /** The current settings. */
  settings: () => Settings
  lookFiles: LookFiles
  log: Log
}) {
  const { dataDir, worker, findArticle, settings, lookFiles, log } = options
  const files = createCachedFiles({ folder: join(dataDir, 'images/share'), log })

  function imageOf(card: ShareCard): ShareImage {
    const shown = JSON.stringify([CARD_VERSION, card])
    const name = createHash('sha256').update(shown).digest('hex').slice(0, 32)
    return {
      etag: `"${name}"`,
      read: () => files.get(`${name}.png`, async () => worker.drawShareImage(card, await picturesOf(card))),
    }
  }

  async function picturesOf({ look }: ShareCard): Promise<SharePictures> {
    if (look?.logo) return { logo: await lookFiles.read(look.logo.file) }
    return look?.mark?.kind === 'file' ? { icon: await lookFiles.read(look.mark.file) } : {}
  }

  return {
    async ofArticle(language: Language, slug: string): Promise<ShareImage | null> {
      const article = await findArticle(language, slug)
      if (!article) return null
      return imageOf(articleCard(settings(), language, article))
    },
    /** For pages that are not an article. */
    ofPublication: () => imageOf({ ...publicationCard(settings()), title: '', category: null }),
  }
}

/** The name of the publication, and how it looks where that is not as it is shipped. */
function publicationCard(settings: Settings): Pick<ShareCard, 'site' | 'look'> {
  const { site_name: site, accent, logo, type } = settings
  const mark = markOf(settings)
  const isGrotesk = type === 'grotesk'
  if (!mark && !logo && !isGrotesk) return { site }
  const shown = logo && { file: logo.light, width: logo.width, height: logo.height, named: logo.named }
  return { site, look: { accent, mark, logo: shown, isGrotesk } }
}

/** The card of an article: its title, and its section as on its page. */
export function articleCard(
  settings: Settings,
  language: Language,
  { title, category }: { title: string; category: string },
): ShareCard {
  const section = settings.categories.find(({ slug }) => slug === category)
  const name = publicationTranslator(settings, language)(`card.badge.${category}`)
  return {
    ...publicationCard(settings),
    title,
    category: { slug: category, color: section?.color ?? null, name },
  }
}
