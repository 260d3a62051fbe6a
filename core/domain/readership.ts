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

/** What was read in the last half hour. */
export interface RecentViews {
  path: string
  language: Language
  /** Of an article that readers have. */
  slug: string | null
  title: string | null
  views: number
}

/** Some days in sums, by what was read and where readers came from. */
export interface Readership {
  /** The day of the publication, as YYYY-MM-DD. */
  today: string
  days: { day: string; views: number; visitors: number; is_incomplete: boolean }[]
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
  /** Views of articles that are translations. */
  translations: number
  /** How often programs fetched feeds, and the most of them on one day. */
  feeds: { path: string; language: Language; fetches: number; programs: number }[]
  referrers: (Referrer & { language: Language })[]
  /** Clicks in newsletters that led to this site. */
  newsletter: number
  /** What programs fetched that say what they are. */
  bots: number
}
