import type { Language } from '#core/i18n/languages.ts'

/** The five categories in the order of the header. */
export const CATEGORIES = ['business', 'tech', 'opinion', 'hack', 'news'] as const
export type Category = (typeof CATEGORIES)[number]

/** The category whose page lists the articles of all categories. */
export const ALL_CATEGORIES_PAGE: Category = 'news'
export const DEFAULT_READING_TIME = '5 min read'
const WORDS_PER_MINUTE = 200

/** The category with this name, ignoring case; null if there is none. */
export function findCategory(path: string): Category | null {
  const name = path.toLowerCase()
  return CATEGORIES.find((category) => category === name) ?? null
}

export const SLUG_PATTERN = /^[a-z0-9]+(-[a-z0-9]+)*$/
export const SLUG_MAX_LENGTH = 200

/** Whether an article can have this slug. An address with anything else needs no query. */
export function isSlug(text: string): boolean {
  return text.length <= SLUG_MAX_LENGTH && SLUG_PATTERN.test(text)
}

/** A slug made of a title: accents and punctuation are removed, and spaces become single hyphens. Empty when nothing is left. */
export function slugFromTitle(title: string): string {
  return title
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9\s-]/g, '')
    .replace(/[\s-]+/g, '-')
    .replace(/^-/, '')
    .slice(0, SLUG_MAX_LENGTH)
    .replace(/-$/, '')
}

/** The slug of a draft that has no title yet. */
export function newDraftSlug(): string {
  const random = crypto.getRandomValues(new Uint8Array(8))
  return `draft-${[...random].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

export function readingTimeOf(markdown: string): string {
  const words = markdown.split(/\s+/).filter(Boolean).length
  return `${Math.max(1, Math.round(words / WORDS_PER_MINUTE))} min read`
}

/** The number in a reading time such as '5 min read', or null where an editor wrote something else. */
export function readingMinutes(readingTime: string): number | null {
  const minutes = /^\s*(\d{1,3}) min read\s*$/.exec(readingTime)?.[1]
  return minutes ? Number(minutes) : null
}

/** A row as it is stored. */
export interface Article {
  id: string
  slug: string
  language: Language
  title: string
  subtitle: string | null
  excerpt: string
  content: string
  category: Category
  author: string
  reading_time: string
  hero_image: string | null
  publish_date: string
  published: boolean
  featured: boolean
  original_article_id: string | null
  created_at: string
  updated_at: string
}

/** What a card shows. */
export type ArticleSummary = Pick<
  Article,
  | 'id'
  | 'slug'
  | 'language'
  | 'title'
  | 'subtitle'
  | 'excerpt'
  | 'category'
  | 'author'
  | 'reading_time'
  | 'hero_image'
  | 'publish_date'
  | 'featured'
>
