import type { SiteWords } from '#core/domain/site-words.ts'
import type { Language } from '#core/i18n/languages.ts'
import { type Catalog, type Catalogs, createTranslator, type Translate } from '#core/i18n/translator.ts'

/** Where the browser finds each catalog: a hashed file per language, so that it loads only its own. */
const CATALOG_URLS = import.meta.glob<string>('../core/i18n/messages/*.json', {
  query: '?url',
  import: 'default',
  eager: true,
})

let catalogs: Catalogs = {}
/** The latest of each language; making one takes as long as a few hundred messages. */
const translators = new Map<Language, { site: SiteWords; translate: Translate }>()

export function catalogUrl(language: Language): string {
  return CATALOG_URLS[`../core/i18n/messages/${language}.json`] ?? ''
}

/** On the server, once at boot: every language, with English behind it. */
export function registerCatalogs(all: Record<Language, Catalog>): void {
  catalogs = all
  translators.clear()
}

/** In the browser, before anything in that language is shown. */
export async function loadCatalog(language: Language): Promise<void> {
  if (catalogs[language]) return
  const response = await fetch(catalogUrl(language))
  if (!response.ok) throw new Error(`The messages of "${language}" could not be loaded (${response.status})`)
  catalogs = { ...catalogs, [language]: (await response.json()) as Catalog }
}

/**
 * The messages of a language, in which the publication has its own name.
 * @throws when the language was not loaded before it was shown
 */
export function translatorOf(language: Language, site: SiteWords): Translate {
  const known = translators.get(language)
  if (known?.site.site_name === site.site_name && known.site.tagline === site.tagline) return known.translate
  if (!catalogs[language]) throw new Error(`The messages of "${language}" are not loaded`)
  const translate = createTranslator(language, catalogs, site)
  translators.set(language, { site, translate })
  return translate
}
