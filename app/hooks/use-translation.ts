import { useLocation } from 'react-router'
import { translatorOf } from '#app/messages.ts'
import { type Language, languageOfUrl } from '#core/i18n/languages.ts'
import type { Translate } from '#core/i18n/translator.ts'

/** The language of the page, from its address. */
export function useLanguage(): Language {
  return languageOfUrl(useLocation())
}

/** The language of the page and the function that translates its messages. */
export function useTranslation(): { language: Language; t: Translate } {
  const language = useLanguage()
  return { language, t: translatorOf(language) }
}
