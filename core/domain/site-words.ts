import type { SundaySchedule } from '#core/domain/newsletter-schedule.ts'
import type { Language } from '#core/i18n/languages.ts'

/** A value for each language; a language without one gets the English value. */
export type Localized<T> = { en: T } & { [Other in Language]?: T | undefined }

/** The settings that messages can contain. */
export interface SiteWords extends Readonly<SundaySchedule> {
  readonly site_name: string
  /** Null for the tagline of the catalogs. */
  readonly tagline: Localized<string> | null
}

/** The values in messages until something else is set. */
export const DEFAULT_SITE_WORDS: SiteWords = {
  site_name: 'AI Watch',
  tagline: null,
  newsletter_time: '09:00',
  newsletter_zone: 'Europe/Zurich',
}

/** The site words of an object that may be all settings. */
export function siteWordsOf({ site_name, tagline, newsletter_time, newsletter_zone }: SiteWords): SiteWords {
  return { site_name, tagline, newsletter_time, newsletter_zone }
}

export function inLanguage<T>(texts: Localized<T>, language: Language): T {
  return texts[language] ?? texts.en
}
