import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { Settings } from '#core/domain/settings.ts'
import type { Language } from '#core/i18n/languages.ts'
import { publicationTranslator } from '#core/i18n/publication-catalogs.ts'
import { createCachedFiles } from '#server/platform/images/cached-files.ts'
import type { ShareCard } from '#server/platform/images/share/share-card.ts'
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
  log: Log
}) {
  const { dataDir, worker, findArticle, settings, log } = options
  const files = createCachedFiles({ folder: join(dataDir, 'images/share'), log })

  function imageOf(card: ShareCard): ShareImage {
    const shown = JSON.stringify([CARD_VERSION, card])
    const name = createHash('sha256').update(shown).digest('hex').slice(0, 32)
    return {
      etag: `"${name}"`,
      read: () => files.get(`${name}.png`, () => worker.drawShareImage(card)),
    }
  }

  return {
    async ofArticle(language: Language, slug: string): Promise<ShareImage | null> {
      const article = await findArticle(language, slug)
      if (!article) return null
      const { title, category } = article
      const section = settings().categories.find((one) => one.slug === category)
      return imageOf({
        site: settings().site_name,
        title,
        // As on the page of an article.
        category: {
          slug: category,
          color: section?.color ?? null,
          name: publicationTranslator(settings(), language)(`card.badge.${category}`),
        },
      })
    },
    /** For pages that are not an article. */
    ofPublication: () => imageOf({ site: settings().site_name, title: '', category: null }),
  }
}
