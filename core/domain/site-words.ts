import { DEFAULT_LANGUAGE, type Language } from '#core/i18n/languages.ts'

/** Something for each language that has its own; all others get the English one. */
export type Localized<T> = { en: T } & { [Other in Language]?: T | undefined }

/** What the publication is called in every message, whatever page or mail it stands in. */
export interface SiteWords {
  siteName: string
  /** Without one the catalogs' own stands beside the name. */
  tagline: Localized<string> | null
}

/** What a publication is called until somebody names it. */
export const UNNAMED: SiteWords = { siteName: 'AI Watch', tagline: null }

export function inLanguage<T>(texts: Localized<T>, language: Language): T {
  return texts[language] ?? texts[DEFAULT_LANGUAGE as 'en']
}
