import { ownPath } from '#core/own-path.ts'

/**
 * The languages that texts can have, of which a publication offers English and any others (the setting `languages`). English, the
 * default and fallback, is the first. Each has a folder in `core/i18n/messages`.
 */
export const LANGUAGES = [
  { code: 'en', name: 'English', flag: '🇬🇧', locale: 'en-US' },
  { code: 'es', name: 'Español', flag: '🇪🇸', locale: 'es-ES' },
  { code: 'fr', name: 'Français', flag: '🇫🇷', locale: 'fr-FR' },
  { code: 'de', name: 'Deutsch', flag: '🇩🇪', locale: 'de-DE' },
  { code: 'it', name: 'Italiano', flag: '🇮🇹', locale: 'it-IT' },
  { code: 'pt', name: 'Português', flag: '🇵🇹', locale: 'pt-PT' },
] as const

export type Language = (typeof LANGUAGES)[number]['code']

export const DEFAULT_LANGUAGE: Language = 'en'
export const LANGUAGE_CODES: readonly Language[] = LANGUAGES.map((language) => language.code)
/** The localStorage key of the language that the reader chose. */
export const PREFERRED_LANGUAGE_KEY = 'preferred-language'

export function isLanguage(value: unknown): value is Language {
  return LANGUAGE_CODES.includes(value as Language)
}

/** The language in an address's `lang` parameter; English for anything but a supported code. */
export function languageOfUrl({ search }: Pick<URL, 'search'>): Language {
  // A fast path for nearly all addresses, because hundreds of components of a page call this.
  const requested =
    search === '' ? null : (/^\?lang=([a-z]+)$/.exec(search)?.[1] ?? new URLSearchParams(search).get('lang'))
  return isLanguage(requested) ? requested : DEFAULT_LANGUAGE
}

const PLAIN_PATH = /^(?:\/|(?:\/[a-z][\w-]*)+)$/

/** The path in a language: with a `lang` parameter, except in English. */
export function localizedPath(path: string, language: Language): string {
  // A fast path for plain paths, which nearly all of the dozens of links on a page have.
  if (PLAIN_PATH.test(path)) return language === DEFAULT_LANGUAGE ? path : `${path}?lang=${language}`
  // The path comes after a slash, so that no text is taken for a host.
  const url = new URL(`http://a/${path}`)
  if (language === DEFAULT_LANGUAGE) url.searchParams.delete('lang')
  else url.searchParams.set('lang', language)
  return ownPath(url)
}

export function localeOf(language: Language): string {
  return LANGUAGES.find(({ code }) => code === language)?.locale ?? 'en-US'
}
