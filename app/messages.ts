import { DEFAULT_SITE_WORDS, type SiteWords } from '#core/domain/site-words.ts'
import type { Language } from '#core/i18n/languages.ts'
import { type Catalog, type Catalogs, createTranslator, type Translate } from '#core/i18n/translator.ts'

/** The URL of each catalog: one hashed file per language, so that a browser loads only its own. */
const CATALOG_URLS = import.meta.glob<string>('../core/i18n/messages/*/pages.json', {
  query: '?url',
  import: 'default',
  eager: true,
})

let catalogs: Catalogs = {}
/** The latest translator of each language, cached because making one takes as long as translating a few hundred messages. */
const translators = new Map<Language, { site: SiteWords; translate: Translate }>()

export function catalogUrl(language: Language): string {
  return CATALOG_URLS[`../core/i18n/messages/${language}/pages.json`] ?? ''
}

const WORDS = Object.keys(DEFAULT_SITE_WORDS) as (keyof SiteWords)[]

/** Called on the server once at start, with every language. */
export function registerCatalogs(all: Record<Language, Catalog>): void {
  catalogs = all
  translators.clear()
}

/** Called in the browser, before a page in that language is shown. */
export async function loadCatalog(language: Language): Promise<void> {
  if (catalogs[language]) return
  const response = await fetch(catalogUrl(language))
  if (!response.ok) throw new Error(`The messages of "${language}" could not be loaded (${response.status})`)
  catalogs = { ...catalogs, [language]: (await response.json()) as Catalog }
}

/**
 * The translator of a language for the publication with these words.
 * @throws when the catalog of the language is not loaded
 */
export function translatorOf(language: Language, site: SiteWords): Translate {
  const known = translators.get(language)
  if (known && WORDS.every((word) => known.site[word] === site[word])) return known.translate
  if (!catalogs[language]) throw new Error(`The messages of "${language}" are not loaded`)
  const translate = createTranslator(language, catalogs, site)
  translators.set(language, { site, translate })
  return translate
}
