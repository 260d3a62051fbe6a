import { useLocation, useRouteLoaderData } from 'react-router'
import { translatorOf } from '#app/messages.ts'
import type { SiteData } from '#core/domain/site-data.ts'
import { DEFAULT_SITE_WORDS } from '#core/domain/site-words.ts'
import { type Language, languageOfUrl } from '#core/i18n/languages.ts'
import type { TranslateOnPage } from '#core/i18n/translator.ts'

/** The language of the page, from its address. */
export function useLanguage(): Language {
  return languageOfUrl(useLocation())
}

/** The language of the page and the function that translates its messages. */
export function useTranslation(): { language: Language; t: TranslateOnPage } {
  const language = useLanguage()
  // There is no data when the root loader itself has failed.
  const site = useRouteLoaderData<SiteData>('root') ?? DEFAULT_SITE_WORDS
  return { language, t: translatorOf(language, site) }
}
