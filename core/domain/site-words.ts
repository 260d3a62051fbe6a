import type { Language } from '#core/i18n/languages.ts'

/** A value for each language; a language without one gets the English value. */
export type Localized<T> = { en: T } & { [Other in Language]?: T | undefined }

/** The two settings that messages can contain. */
export interface SiteWords {
  readonly site_name: string
  /** Null for the tagline of the catalogs. */
  readonly tagline: Localized<string> | null
}

/** What messages contain until a name is set. */
export const DEFAULT_SITE_WORDS: SiteWords = { site_name: 'AI Watch', tagline: null }

export function inLanguage<T>(texts: Localized<T>, language: Language): T {
  return texts[language] ?? texts.en
}
