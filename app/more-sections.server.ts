import { foldsSections } from '#app/document/section-styles.ts'
import type { Settings } from '#core/domain/settings.ts'
import type { SiteData } from '#core/domain/site-data.ts'
import type { Localized } from '#core/domain/site-words.ts'
import { LANGUAGE_CODES } from '#core/i18n/languages.ts'
import { publicationTranslator } from '#core/i18n/publication-catalogs.ts'

/** The name of the menu *More* in every language, where there is one. */
export function moreSections(settings: Settings): Pick<SiteData, 'moreSections'> {
  if (!foldsSections(settings)) return {}
  const texts = LANGUAGE_CODES.map((code) => [code, publicationTranslator(settings, code)('header.more')])
  return { moreSections: Object.fromEntries(texts) as Localized<string> }
}
