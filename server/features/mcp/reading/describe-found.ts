import { FOUND_END, FOUND_START } from '#core/domain/search.ts'
import type { Language } from '#core/i18n/languages.ts'
import { articlePath } from '#core/paths.ts'
import { oneLine } from '#server/features/mcp/frame.ts'

interface Listed {
  slug: string
  language: Language
  title: string
  category: string
  publish_date: string
}

/** An article in a list: what it is called, where it is, and some of its text. */
export function describeListed(article: Listed, text: string, siteUrl: string): string {
  const { slug, language, title, category, publish_date } = article
  return [
    `- ${oneLine(title)}`,
    `  slug ${slug}, language ${language}, section ${category}, published ${publish_date.slice(0, 10)}`,
    `  ${siteUrl}${articlePath({ slug, language })}`,
    `  ${oneLine(text.replaceAll(FOUND_START, '').replaceAll(FOUND_END, ''))}`,
  ]
    .filter((line) => line.trim() !== '')
    .join('\n')
}

/** Tells where the next page is; nothing after the last one. */
export const saysNext = (page: number, hasNext: boolean): string[] =>
  hasNext ? [`There are more: ask again with page ${page + 1}.`] : []
