import type { Settings } from '#core/domain/settings.ts'
import type { Language } from '#core/i18n/languages.ts'
import { catalogsOf } from '#core/i18n/publication-catalogs.ts'
import type { Catalog } from '#core/i18n/translator.ts'

/** The data for browsers that save something: the messages for that, and whether pages may be stored. */
export interface SavedWords {
  keeps: boolean
  words: Catalog
}

export function savedWords(settings: Settings, language: Language): SavedWords {
  const words = Object.entries(catalogsOf(settings)[language]).filter(([key]) => key.startsWith('saved.'))
  return { keeps: settings.offline_reading, words: Object.fromEntries(words) }
}
