import type { Row } from '#core/data/database.types.ts'
import type { Narrowed } from '#core/data/narrowed-types.ts'
import { fillMarks, markValues } from '#core/domain/page-marks.ts'
import type { Settings } from '#core/domain/settings.ts'
import { DEFAULT_LANGUAGE, LANGUAGE_CODES, type Language } from '#core/i18n/languages.ts'
import { LEGAL_PAGES, type LegalPage, ownPagePath } from '#core/paths.ts'

/** A page about the publication in one language, a row of the table `pages`: a shipped one that was edited, or an own one. */
export type Page = Row<'pages'>

export type PageTexts = Pick<Page, 'title' | 'description' | 'content'>

export const PAGE_TEXTS = ['title', 'description', 'content'] as const satisfies (keyof PageTexts)[]

/** An earlier version of the texts of a page, with its event. */
export type PageRevision = Narrowed<
  Row<'page_revisions'>,
  {
    language: Language
    version: Page
  }
>

/** The facts about a page with a published text of its own that every process knows. */
export interface PublishedPage {
  slug: string
  position: number | null
  /** The titles in the languages in which it is published. */
  titles: Partial<Record<Language, string>>
}

export type TitledPage = Pick<PublishedPage, 'slug' | 'titles'>

/** Links of the footer, by the language of the page around it. */
export type FooterLinks = { [Code in Language]?: { to: string; text: string }[] }

export const MAX_PAGES = 50
export const PAGE_LENGTHS = { slug: 60, title: 150, description: 300 } as const

export function isShippedPage(slug: string): slug is LegalPage {
  return (LEGAL_PAGES as readonly string[]).includes(slug)
}

/** The language in which a reader gets a page: the asked one, or English; null if there is neither. */
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

/** The own pages that the footer lists in each language, in its order; null if there are none. */
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

/** Returns true if the text below a shipped page names the person responsible for the publication. */
export function namesResponsible(slug: string): boolean {
  return SAYS_WHO_IS_RESPONSIBLE.has(slug)
}
