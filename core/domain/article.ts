import type { Row } from '#core/data/database.types.ts'
import { fieldsWith, isOptionalText } from '#core/domain/article-fields.ts'
import type { AuthorProfile } from '#core/domain/author-profile.ts'
import type { Language } from '#core/i18n/languages.ts'

/** The number in a reading time such as '5 min read', or null if an editor wrote something else. */
export function readingMinutes(readingTime: string): number | null {
  const minutes = /^\s*(\d{1,3}) min read\s*$/.exec(readingTime)?.[1]
  return minutes ? Number(minutes) : null
}

export type Article = Omit<Row<'articles'>, 'revision_note'>

export const TRANSLATED_FIELDS = fieldsWith('translated')
export type TranslatedField = (typeof TRANSLATED_FIELDS)[number]
export type TranslatedFields = Pick<Article, TranslatedField>

/** The short texts of an article, in the order of its page. */
export const SHORT_TEXTS = TRANSLATED_FIELDS.filter((field) => field !== 'content')
/** The short texts that an article may lack. */
export const OPTIONAL_TEXTS = SHORT_TEXTS.filter((field) => isOptionalText(field))
/** An object with a value for each of them. */
export const eachOptionalText = <Value>(value: (field: (typeof OPTIONAL_TEXTS)[number]) => Value) =>
  Object.fromEntries(OPTIONAL_TEXTS.map((field) => [field, value(field)])) as Record<
    (typeof OPTIONAL_TEXTS)[number],
    Value
  >
/** The texts of a shared link. */
export const SOCIAL_TEXTS = fieldsWith('shared')

/** The translated fields of an object that may have more. */
export function pickTexts(of: TranslatedFields): TranslatedFields {
  return Object.fromEntries(
    TRANSLATED_FIELDS.map((field) => [field, of[field]]),
  ) as unknown as TranslatedFields
}

/** The fields that a card shows. */
export const SUMMARY_FIELDS = ['id', 'language', ...fieldsWith('listed')] as const

export type ArticleSummary = Pick<Article, (typeof SUMMARY_FIELDS)[number]>

/** A person with published articles. The database makes the slug of the name, the same for all its spellings. */
export interface Author {
  slug: string
  /** The name in its latest spelling. */
  name: string
  /** The languages in which there are articles. */
  languages: Language[]
  /** The author's profile for readers; null when there is none. */
  profile: AuthorProfile | null
}

/** The number of related articles below an article, if there are enough. */
export const RELATED_COUNT = 4

/** An article at the end of another one. */
export interface RelatedArticle {
  id: string
  slug: string
  language: Language
  title: string
  category: string
  hero_image: string | null
  publish_date: string
  /** The id of its English original, or its own. */
  story_id: string
  /** False if only the category is the same. */
  same_topic: boolean
}

/**
 * The times of publication and of the last modification, for machine-readable formats. A modification before publication counts as made at
 * publication.
 */
export function articleTimes({ publish_date, updated_at }: Pick<Article, 'publish_date' | 'updated_at'>) {
  const published = Date.parse(publish_date)
  const modified = Math.max(published, Date.parse(updated_at))
  return { published: new Date(published).toISOString(), modified: new Date(modified).toISOString() }
}

/**
 * The time of the last update, as readers see it: null until the article was changed after it was stored, and on the day of its
 * publication. Days are those of the dates that readers see.
 */
export function updatedSince(
  article: Pick<Article, 'publish_date' | 'created_at' | 'updated_at'>,
): string | null {
  const { published, modified } = articleTimes(article)
  const isStoredOnly = Date.parse(article.updated_at) === Date.parse(article.created_at)
  return isStoredOnly || modified.slice(0, 10) === published.slice(0, 10) ? null : modified
}
