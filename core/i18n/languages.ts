/** Every language the publication speaks, English (default and fallback) first. */
export const LANGUAGES = [
  { code: 'en', name: 'English', flag: '🇬🇧', locale: 'en-US', openGraph: 'en_US' },
  { code: 'es', name: 'Español', flag: '🇪🇸', locale: 'es-ES', openGraph: 'es_ES' },
  { code: 'fr', name: 'Français', flag: '🇫🇷', locale: 'fr-FR', openGraph: 'fr_FR' },
  { code: 'de', name: 'Deutsch', flag: '🇩🇪', locale: 'de-DE', openGraph: 'de_DE' },
  { code: 'it', name: 'Italiano', flag: '🇮🇹', locale: 'it-IT', openGraph: 'it_IT' },
  { code: 'pt', name: 'Português', flag: '🇵🇹', locale: 'pt-PT', openGraph: 'pt_PT' },
] as const

export type Language = (typeof LANGUAGES)[number]['code']

export const DEFAULT_LANGUAGE: Language = 'en'
export const LANGUAGE_CODES: readonly Language[] = LANGUAGES.map((language) => language.code)
/** The browser's storage key of the reader's choice. */
export const PREFERRED_LANGUAGE_KEY = 'preferred-language'

export function isLanguage(value: unknown): value is Language {
  return LANGUAGE_CODES.includes(value as Language)
}

/** The language an address asks for; anything but a supported code counts as English. */
export function languageOfUrl({ search }: Pick<URL, 'search'>): Language {
  // Nearly all that are asked for look like this, by hundreds of components for a page.
  const asked =
    search === '' ? null : (/^\?lang=([a-z]+)$/.exec(search)?.[1] ?? new URLSearchParams(search).get('lang'))
  return isLanguage(asked) ? asked : DEFAULT_LANGUAGE
}

const PLAIN_PATH = /^(?:\/|(?:\/[a-z][\w-]*)+)$/

/** A path with its language: English carries no `lang` parameter. */
export function localizedPath(path: string, language: Language): string {
  // A page has dozens of links, nearly all of them as plain as this.
  if (PLAIN_PATH.test(path)) return language === DEFAULT_LANGUAGE ? path : `${path}?lang=${language}`
  // Two slashes would begin another site's address.
  const url = new URL(path.replace(/^\/{2,}/, '/'), 'http://path.invalid')
  if (language === DEFAULT_LANGUAGE) url.searchParams.delete('lang')
  else url.searchParams.set('lang', language)
  return url.pathname + url.search + url.hash
}

export function localeOf(language: Language): string {
  return LANGUAGES.find(({ code }) => code === language)?.locale ?? 'en-US'
}
