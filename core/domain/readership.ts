import type { Language } from '#core/i18n/languages.ts'

/** Views and visitors of a page in some days. Visitors are those of each day added up. */
export interface PageViews {
  path: string
  slug: string | null
  language: Language
  views: number
  visitors: number
}

/** Views by the host that led here; '' for all that are not listed. */
export interface Referrer {
  host: string
  views: number
}

/** The views of the last half hour. */
export interface RecentViews {
  path: string
  language: Language
  /** The slug of a published article. */
  slug: string | null
  title: string | null
  views: number
}

/** A day of the publication, as YYYY-MM-DD. */
export interface CountedDay {
  day: string
  views: number
  visitors: number
  /** True if more visitors came than can be told apart. */
  is_incomplete: boolean
}

/** Sums over some days, by page and by referrer. */
export interface Readership {
  today: string
  /** The first day of which there are sums. */
  since: string | null
  /** The last is today. None is before the first that was counted. */
  days: CountedDay[]
  /** The same weekday of last week, if it was counted. */
  week_ago: CountedDay | null
  languages: { language: Language; views: number; visitors: number | null }[]
  sections: { slug: string; views: number }[]
  articles: {
    id: string
    title: string
    category: string
    is_translation: boolean
    slug: string
    language: Language
    views: number
    visitors: number
  }[]
  /** Views of all articles, and of those among them that are translations. */
  article_views: number
  translations: number
  /** The number of times programs fetched feeds, and of the programs on the day with the most. */
  feeds: { path: string; language: Language; fetches: number; programs: number }[]
  /** The ten of each language that led most readers here, and the rest together. */
  referrers: (Referrer & { language: Language })[]
  /** Clicks in newsletters that led to this site. */
  newsletter: number
  /** Requests of programs that identify themselves. */
  bots: number
}

export const PAGE_KINDS = ['home', 'article', 'section', 'author', 'issue', 'page', 'feed'] as const
export type PageKind = (typeof PAGE_KINDS)[number]

/** A page for the counting of views: a path in a language, whatever its other parameters are. */
export interface CountedPage {
  path: string
  language: Language
  kind: PageKind
  /** The slug of an article, a section, an author or an issue. */
  slug: string | null
}
