import type { Category } from '#core/domain/article.ts'
import { type Language, localizedPath } from '#core/i18n/languages.ts'

/** The RSS feed of a language, or of one of its categories. */
export function rssPath(language: Language, category: Category | null = null): string {
  return feedPath(language, category, 'xml')
}

/** The JSON Feed of a language, or of one of its categories. */
export function jsonFeedPath(language: Language, category: Category | null = null): string {
  return feedPath(language, category, 'json')
}

function feedPath(language: Language, category: Category | null, format: 'xml' | 'json') {
  return category ? `/feeds/${language}/${category}.${format}` : `/feeds/${language}.${format}`
}

export function sitemapPartPath(part: number): string {
  return `/sitemaps/${part}.xml`
}

export function articlePath({ slug, language }: { slug: string; language: Language }): string {
  return localizedPath(`/article/${slug}`, language)
}

/** The article as Markdown, for programs that read. */
export function articleMarkdownPath({ slug, language }: { slug: string; language: Language }): string {
  return localizedPath(`/article/${slug}.md`, language)
}
