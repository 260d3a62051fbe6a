import { useQueries, useQuery } from '@tanstack/react-query'
import type { deskQuery } from '#app/admin/kit/query/desk-query.ts'
import { useMember } from '#app/admin/kit/session/member.tsx'
import { languageName } from '#app/admin/kit/ui/format.ts'
import { settingsQuery } from '#app/admin/settings/settings-queries.ts'
import { useSiteData } from '#app/hooks/use-site-data.ts'
import { TRANSLATED_LANGUAGES, type TranslatedLanguage } from '#core/domain/article-translation.ts'
import { hasRight, translatesInto } from '#core/domain/role.ts'
import { LANGUAGE_CODES, type Language } from '#core/i18n/languages.ts'

/** The languages that readers are offered now. */
export function useOfferedLanguages(): readonly Language[] {
  const { languages = LANGUAGE_CODES } = useSiteData()
  const { data } = useQuery(settingsQuery)
  return data ? (data.stored.languages ?? LANGUAGE_CODES) : languages
}

/**
 * Those of them into which originals are translated, and others of which there is something that matters; for a translator, their own
 * languages.
 */
export function useOfferedTranslations(
  matters: (language: TranslatedLanguage) => boolean = () => false,
): TranslatedLanguage[] {
  const offered = useOfferedLanguages()
  const member = useMember()
  const isTheirs = (code: TranslatedLanguage) =>
    !hasRight(member, 'own_languages') || translatesInto(member, code)
  return TRANSLATED_LANGUAGES.filter((code) => isTheirs(code) && (offered.includes(code) || matters(code)))
}

interface LanguageOptions<Code extends Language> {
  /** The languages that the list can have. */
  codes: readonly Code[]
  /** Asks whether there is something in a language; asked of those that are not offered. */
  hasAny: (code: Code) => ReturnType<typeof deskQuery<boolean>>
  /** By which the list is filtered now. */
  chosen: string | null
}

/** For the filter of a list: the languages that readers are offered, and others in which there is something. */
export function useLanguageOptions<Code extends Language>({ codes, hasAny, chosen }: LanguageOptions<Code>) {
  const offered = useOfferedLanguages()
  const others = codes.filter((code) => !offered.includes(code))
  const found = useQueries({ queries: others.map(hasAny) })
  const used = others.filter((_, index) => found[index]?.data)
  return codes
    .filter((code) => offered.includes(code) || used.includes(code) || code === chosen)
    .map((code) => [code, languageName(code)] as const)
}
