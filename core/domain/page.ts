import { fillMarks, markValues } from '#core/domain/page-marks.ts'
import type { Settings } from '#core/domain/settings.ts'
import { DEFAULT_LANGUAGE, LANGUAGE_CODES, type Language } from '#core/i18n/languages.ts'
import { LEGAL_PAGES, type LegalPage, ownPagePath } from '#core/paths.ts'

/** A page about the publication in one language, a row of the table `pages`: a shipped one that was edited, or an own one. */
export interface Page {
  id: string
  /** The same in all languages. */
  slug: string
  language: Language
  title: string
  description: string
  content: string
  published: boolean
  /** The place of an own page in the footer; null where it is not listed. */
  position: number | null
  /** The hash of the shipped text from which the edit began. */
  shipped: string | null
  created_at: string
  updated_at: string
}

export type PageTexts = Pick<Page, 'title' | 'description' | 'content'>

export const PAGE_TEXTS = ['title', 'description', 'content'] as const satisfies (keyof PageTexts)[]

/** The texts of a page as they were once, and what happened then. */
export interface PageRevision {
  id: number
  slug: string
  language: Language
  made_at: string
  /** Null for the program. */
  made_by: string | null
  event: 'created' | 'changed' | 'published' | 'unpublished' | 'deleted'
  title: string
  published: boolean
  version: Page
}

/** What every process knows of a page that has a published text of its own. */
export interface PublishedPage {
  slug: string
  position: number | null
  /** In the languages in which it is published. */
  titles: Partial<Record<Language, string>>
}

/** Where a page is, and what it is called. */
export type TitledPage = Pick<PublishedPage, 'slug' | 'titles'>

/** Links of the footer, by the language of the page around it. */
export type FooterLinks = { [Code in Language]?: { to: string; text: string }[] }

export const MAX_PAGES = 50
export const PAGE_LENGTHS = { slug: 60, title: 150, description: 300 } as const

export function isShippedPage(slug: string): slug is LegalPage {
  return (LEGAL_PAGES as readonly string[]).includes(slug)
}

/** The language in which a reader gets a page: the asked one, or English; null where there is neither. */
export function languageOfPage({ titles }: TitledPage, language: Language): Language | null {
  if (titles[language] !== undefined) return language
  return titles[DEFAULT_LANGUAGE] === undefined ? null : DEFAULT_LANGUAGE
}

/** The pages that were added on the desk, with their titles as readers see them. */
export function ownPages(settings: Settings): PublishedPage[] {
  return settings.pages
    .filter(({ slug }) => !isShippedPage(slug))
    .map((page) => ({ ...page, titles: filledTitles(page, settings) }))
}

function filledTitles({ titles }: PublishedPage, settings: Settings): PublishedPage['titles'] {
  const filled = Object.entries(titles).map(([code, title]) => [
    code,
    title.includes('{') ? fillMarks(title, markValues(settings, '', code as Language)) : title,
  ])
  return Object.fromEntries(filled)
}

/** What the footer lists of them in each language, in its order; null where that is nothing. */
export function footerLinks(settings: Settings): FooterLinks | null {
  if (settings.pages.every(({ position }) => position === null)) return null
  const listed = ownPages(settings)
    .filter(({ position }) => position !== null)
    .toSorted((a, b) => Number(a.position) - Number(b.position) || (a.slug < b.slug ? -1 : 1))
  const linksIn = (language: Language) =>
    listed.flatMap((page) => {
      const shownIn = languageOfPage(page, language)
      const text = shownIn && page.titles[shownIn]
      return text ? { to: ownPagePath(page.slug), text } : []
    })
  return Object.fromEntries(LANGUAGE_CODES.map((code) => [code, linksIn(code)]))
}

const SAYS_WHO_IS_RESPONSIBLE: ReadonlySet<string> = new Set<LegalPage>(['about', 'contact', 'disclaimer'])

/** Whether it is said below the text of a shipped page who is responsible for the publication. */
export function namesResponsible(slug: string): boolean {
  return SAYS_WHO_IS_RESPONSIBLE.has(slug)
}
