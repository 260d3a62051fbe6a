import { createContext, use } from 'react'
import type { SiteData } from '#core/domain/site-data.ts'
import type { Language } from '#core/i18n/languages.ts'

/** One language version of an article. */
export interface ArticleVersion {
  language: Language
  slug: string
}

/** The data about the page that every component on it may use. */
export interface PageContext extends Pick<URL, 'pathname' | 'search'> {
  /** Undefined where the publication itself could not be read. */
  site: SiteData | undefined
  /** Every published version of the article that the page shows. */
  versions?: readonly ArticleVersion[] | undefined
}

export const Page = createContext<PageContext | null>(null)

export function usePage(): PageContext {
  const page = use(Page)
  if (!page) throw new Error('There is no page around this component')
  return page
}
