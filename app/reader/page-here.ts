import type { PageContext } from '#app/document/page-context.ts'
import type { ReaderSite } from '#app/document/reader-script.tsx'
import { loadMessages, translatorOf } from '#app/messages.ts'
import type { SiteData } from '#core/domain/site-data.ts'
import { DEFAULT_SITE_WORDS } from '#core/domain/site-words.ts'
import { type Language, languageOfUrl } from '#core/i18n/languages.ts'
import type { TranslateOnPage } from '#core/i18n/translator.ts'

interface PageHere {
  page: PageContext
  language: Language
  t: TranslateOnPage
}

/** What the document says of the publication. */
export function siteHere(): SiteData {
  const said = document.getElementById('reader')?.dataset.site
  const known: ReaderSite = said ? JSON.parse(said) : DEFAULT_SITE_WORDS
  return { ...known, siteUrl: location.origin, publishableKey: '' }
}

/**
 * The page for components, with its messages.
 * @throws when the messages cannot be loaded
 */
export async function loadPage(): Promise<PageHere> {
  const language = languageOfUrl(location)
  await loadMessages(language)
  const { pathname, search } = location
  const site = siteHere()
  return { page: { pathname, search, site }, language, t: translatorOf(language, site) }
}
