import { useMatches } from 'react-router'
import type { Language } from '#core/i18n/languages.ts'

/** One language version of an article. */
export interface ArticleVersion {
  language: Language
  slug: string
}

/** Every published version of the article on this page, or null on a page without an article. */
export function useArticleVersions(): ArticleVersion[] | null {
  const matches = useMatches()
  for (const { loaderData } of matches) {
    const { versions } = (loaderData ?? {}) as { versions?: unknown }
    if (Array.isArray(versions)) return versions
  }
  return null
}
