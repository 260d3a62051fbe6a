import type { ArticleState } from '#core/data/desk-articles.ts'
import type { Article } from '#core/domain/article.ts'
import { oneLine } from '#server/features/mcp/frame.ts'

/** Describes what the site says of an article that may be a draft. */
export function describeState(article: ArticleState): string[] {
  const { id, language, published, updated_at, original_article_id } = article
  return [
    `Article ${id} in "${language}"${original_article_id ? `, a translation of ${original_article_id}` : ''}.`,
    published ? 'It is published.' : 'It is a draft.',
    `version: ${updated_at}`,
  ]
}

/** The fields of an article, and its text. */
export function describeTexts(article: Article): string {
  const { slug, title, subtitle, excerpt, category, author, hero_image, content } = article
  const fields = Object.entries({ slug, title, subtitle, excerpt, section: category, author, hero_image })
  return [...fields.map(([name, value]) => `${name}: ${oneLine(value ?? '')}`), '', content].join('\n')
}
