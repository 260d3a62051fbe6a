import type { PageContext } from '#app/document/page-context.ts'
import type { ReaderSite } from '#app/document/reader-script.tsx'
import { loadMessages, translatorOf } from '#app/messages.ts'
import type { SiteData } from '#core/domain/site-data.ts'
import { DEFAULT_SITE_WORDS } from '#core/domain/site-words.ts'
import { type Language, languageOfUrl } from '#core/i18n/languages.ts'
import type { TranslateOnPage } from '#core/i18n/translator.ts'

let styles: Promise<void> | undefined

/** Loads all styles into the page, for elements that its document did not have. */
export function loadStyles(): Promise<void> {
  const href = document.getElementById('reader')?.dataset.styles
  if (!href) return Promise.resolve()
  styles ??= new Promise<void>((resolve, reject) => {
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    link.href = href
    link.onload = () => resolve()
    link.onerror = () => reject(new Error(`${href} could not be loaded`))
    document.head.append(link)
  }).catch((error: unknown) => {
    // The next use tries again.
    styles = undefined
    throw error
  })
  return styles
}

interface PageHere {
  page: PageContext
  language: Language
  t: TranslateOnPage
}

/** Reads the publication's data from the document. */
export function siteHere(): SiteData {
  const said = document.getElementById('reader')?.dataset.site
  const known: ReaderSite = said ? JSON.parse(said) : DEFAULT_SITE_WORDS
  return { ...known, siteUrl: location.origin, publishableKey: '' }
}

/**
 * The page for components, with its messages, once it has all styles: its document has those of its own elements alone.
 * @param search the query that names the language, if that is not the address of the page
 * @throws when the messages or styles cannot be loaded
 */
export async function loadPage({ search }: Pick<URL, 'search'> = location): Promise<PageHere> {
  const language = languageOfUrl({ search })
  await Promise.all([loadMessages(language), loadStyles()])
  const site = siteHere()
  return { page: { pathname: location.pathname, search, site }, language, t: translatorOf(language, site) }
}
