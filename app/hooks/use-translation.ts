import { usePage } from '#app/document/page-context.ts'
import { translatorOf } from '#app/messages.ts'
import { DEFAULT_SITE_WORDS } from '#core/domain/site-words.ts'
import { type Language, languageOfUrl } from '#core/i18n/languages.ts'
import type { Translate } from '#core/i18n/translator.ts'

/** The language of the page, from its address. */
export function useLanguage(): Language {
  return languageOfUrl(usePage())
}

/** The language of the page and the function that translates its messages. A browser has those of `pages.json` alone, which its build is tested for. */
export function useTranslation(): { language: Language; t: Translate } {
  const language = useLanguage()
  const { site = DEFAULT_SITE_WORDS } = usePage()
  return { language, t: translatorOf(language, site) }
}
