import { LANGUAGES, type Language } from '#core/i18n/languages.ts'
import { type Catalog, createTranslator, type Translate } from '#core/i18n/translator.ts'

/** Where the browser finds each catalog: a hashed file per language, so that it loads only its own. */
const CATALOG_URLS = import.meta.glob<string>('../core/i18n/messages/*.json', {
  query: '?url',
  import: 'default',
  eager: true,
})

const translators = new Map<Language, Translate>()

export function catalogUrl(language: Language): string {
  return CATALOG_URLS[`../core/i18n/messages/${language}.json`] ?? ''
}

/** On the server, once at boot: every language, with English behind it. */
export function registerCatalogs(catalogs: Record<Language, Catalog>): void {
  for (const { code } of LANGUAGES) translators.set(code, createTranslator(code, catalogs))
}

/** In the browser, before anything in that language is shown. */
export async function loadCatalog(language: Language): Promise<void> {
  if (translators.has(language)) return
  const response = await fetch(catalogUrl(language))
  if (!response.ok) throw new Error(`The messages of "${language}" could not be loaded (${response.status})`)
  const catalog = (await response.json()) as Catalog
  translators.set(language, createTranslator(language, { [language]: catalog }))
}

/** @throws when the language was not loaded before it was shown */
export function translatorOf(language: Language): Translate {
  const translate = translators.get(language)
  if (!translate) throw new Error(`The messages of "${language}" are not loaded`)
  return translate
}
