import type { Article } from '#core/domain/article.ts'

/** Every share image has this size, which Open Graph and Twitter cards show whole. */
export const SHARE_IMAGE_WIDTH = 1200
export const SHARE_IMAGE_HEIGHT = 630

/** The picture beside a link to an article elsewhere; without one, beside a link to any other page. */
export function shareImagePath(article?: Pick<Article, 'language' | 'slug'>): string {
  return article ? `/share/${article.language}/${article.slug}.png` : '/share/default.png'
}
