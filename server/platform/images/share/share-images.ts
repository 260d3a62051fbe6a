import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { Settings } from '#core/domain/settings.ts'
import type { Language } from '#core/i18n/languages.ts'
import { publicationTranslator } from '#core/i18n/publication-catalogs.ts'
import { markOf } from '#core/look/mark.ts'
import { createCachedFiles } from '#server/platform/images/cached-files.ts'
import type { LookFiles } from '#server/platform/images/look/look-files.ts'
import type { ShareCard, SharePictures } from '#server/platform/images/share/share-card.ts'
import type { ImageWorker } from '#server/platform/images/worker/image-worker.ts'
import type { Log } from '#server/platform/log.ts'

/** Part of the file names; a new number makes cached cards obsolete. */
const CARD_VERSION = 2

/** The published article with this slug in exactly this language, or null. */
export type FindArticle = (
  language: Language,
  slug: string,
) => Promise<{ title: string; category: string } | null>

export interface ShareImage {
  etag: string
  read(): Promise<Buffer<ArrayBuffer>>
}

/** The preview images (`og:image`) of articles and of the publication. Each is drawn when it is first read. */
export function createShareImages(options: {
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
