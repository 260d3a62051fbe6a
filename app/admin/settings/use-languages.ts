import { useQuery } from '@tanstack/react-query'
import { settingsQuery } from '#app/admin/settings/settings-queries.ts'
import { useSiteData } from '#app/hooks/use-site-data.ts'
import { TRANSLATED_LANGUAGES, type TranslatedLanguage } from '#core/domain/article-translation.ts'
import { LANGUAGE_CODES, type Language } from '#core/i18n/languages.ts'

/** The languages that readers are offered now. */
export function useOfferedLanguages(): readonly Language[] {
  const { languages = LANGUAGE_CODES } = useSiteData()
  const { data } = useQuery(settingsQuery)
  return data ? (data.stored.languages ?? LANGUAGE_CODES) : languages
}

/** Those of them into which originals are translated, and others of which there is something that matters. */
export function useOfferedTranslations(
  matters: (language: TranslatedLanguage) => boolean = () => false,
): TranslatedLanguage[] {
  const offered = useOfferedLanguages()
  return TRANSLATED_LANGUAGES.filter((code) => offered.includes(code) || matters(code))
}
