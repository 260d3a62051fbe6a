import { CATEGORIES } from '#core/domain/article.ts'

/** Every page for readers that is not an article; each exists in every language. */
export const SITE_PAGES: readonly string[] = [
  '/',
  ...CATEGORIES.map((category) => `/${category}`),
  '/newsletter',
  '/about',
  '/contact',
  '/privacy',
  '/terms',
  '/disclaimer',
]
