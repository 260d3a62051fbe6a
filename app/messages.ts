import { DEFAULT_SITE_WORDS, type SiteWords } from '#core/domain/site-words.ts'
import type { Language } from '#core/i18n/languages.ts'
import { type Catalog, type Catalogs, createTranslator, type Translate } from '#core/i18n/translator.ts'
import { messagesPath } from '#core/paths.ts'

/** The catalogs that a browser has loaded. */
let loaded: Catalogs = {}
/** On the server: the messages of a publication. */
let findMessages: ((site: SiteWords) => { catalogs: Catalogs; version: string }) | undefined
/** The latest translator of each language, cached because making one takes as long as translating a few hundred messages. */
const translators = new Map<Language, { site: SiteWords; catalogs: Catalogs; translate: Translate }>()

const WORDS = Object.keys(DEFAULT_SITE_WORDS) as (keyof SiteWords)[]

/** Called on the server once at start. */
export function registerMessages(find: NonNullable<typeof findMessages>): void {
  findMessages = find
}

/** The address of the messages of a language. A browser makes it of the one that its document names. */
export function messagesUrl(language: Language, site: SiteWords = DEFAULT_SITE_WORDS): string {
  return findMessages
    ? messagesPath(language, findMessages(site).version)
    : (document
        .querySelector<HTMLElement>('[data-messages]')
        ?.dataset.messages?.replace(/\w+-/, `${language}-`) ?? '')
}

/** Called in the browser, before a page in that language is shown. */
export async function loadMessages(language: Language): Promise<void> {
  if (findMessages || loaded[language]) return
  const response = await fetch(messagesUrl(language))
  if (!response.ok) throw new Error(`The messages of "${language}" could not be loaded (${response.status})`)
  loaded = { ...loaded, [language]: (await response.json()) as Catalog }
}

/**
 * The translator of a language for a publication: its settings, or the part of them that its pages have.
 * @throws when the catalog of the language is not loaded
 */
export function translatorOf(language: Language, site: SiteWords): Translate {
  const catalogs = findMessages?.(site).catalogs ?? loaded
  const known = translators.get(language)
  if (known?.catalogs === catalogs && WORDS.every((word) => known.site[word] === site[word]))
    return known.translate
  if (!catalogs[language]) throw new Error(`The messages of "${language}" are not loaded`)
  const translate = createTranslator(language, catalogs, site)
  translators.set(language, { site, catalogs, translate })
  return translate
}
