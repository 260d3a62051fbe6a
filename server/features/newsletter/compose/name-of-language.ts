import type { Language } from '#core/i18n/languages.ts'

const ENGLISH_NAMES = new Intl.DisplayNames('en', { type: 'language' })

/** In English, as sentences for the desk need it. */
export const nameOfLanguage = (language: Language): string => ENGLISH_NAMES.of(language) ?? language
