import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { Category } from '#core/domain/category.ts'
import { CATALOGS } from '#core/i18n/catalogs.ts'
import { categoryWords } from '#core/i18n/category-words.ts'
import type { Language } from '#core/i18n/languages.ts'
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
  siteName: () => string
  /** The sections of the publication as they are now. */
  sections: () => readonly Category[]
  log: Log
}) {
  const { dataDir, worker, findArticle, siteName, sections, log } = options
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
      const section = sections().find((one) => one.slug === category)
      const name = section ? sectionName(section, language) : ''
      return imageOf({
        site: siteName(),
        title,
        category: { slug: category, color: section?.color ?? null, name },
      })
    },
    /** For pages that are not an article. */
    ofPublication: () => imageOf({ site: siteName(), title: '', category: null }),
  }
}

/** The name of a section, as on the page of an article. */
function sectionName(section: Category, language: Language): string {
  const key = `card.badge.${section.slug}`
  const words = { ...CATALOGS[language], ...categoryWords([section])[language] }
  return words[key as keyof typeof words] ?? ''
}
