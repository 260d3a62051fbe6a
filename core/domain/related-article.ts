import type { Category } from '#core/domain/article.ts'
import type { Language } from '#core/i18n/languages.ts'

/** How many articles stand at the end of one, where there are as many. */
export const RELATED_COUNT = 4

/** An article at the end of another one. */
export interface RelatedArticle {
  id: string
  slug: string
  language: Language
  title: string
  category: Category
  hero_image: string | null
  publish_date: string
  /** The id of its English original, or its own. */
  story_id: string
  /** Otherwise only the category is the same. */
  same_topic: boolean
}
