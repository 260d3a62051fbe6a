import type { Language } from '#core/i18n/languages.ts'

/** Something for each language that has its own; all others get the English one. */
export type Localized<T> = { en: T } & { [Other in Language]?: T | undefined }

/** What the publication is called in every message; two of its settings. */
export interface SiteWords {
  readonly site_name: string
  /** Without one the catalogs' own stands beside the name. */
  readonly tagline: Localized<string> | null
}

/** What a publication is called until somebody names it. */
export const DEFAULT_SITE_WORDS: SiteWords = { site_name: 'AI Watch', tagline: null }

export function inLanguage<T>(texts: Localized<T>, language: Language): T {
  return texts[language] ?? texts.en
}
