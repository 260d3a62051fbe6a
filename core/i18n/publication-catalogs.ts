import { DEFAULT_CATEGORIES } from '#core/domain/category.ts'
import type { Settings } from '#core/domain/settings.ts'
import type { SiteWords } from '#core/domain/site-words.ts'
import { CATALOGS, NEUTRAL_CATALOGS, SERVER_CATALOGS, WITHOUT_CATALOGS } from '#core/i18n/catalogs.ts'
import { categoryWords } from '#core/i18n/category-words.ts'
import { LANGUAGE_CODES, type Language } from '#core/i18n/languages.ts'
import { usableWords } from '#core/i18n/own-words.ts'
import {
  STATEMENT_IDS,
  type StatementId,
  unmadeStatements,
  type Voice,
  wordsOf,
} from '#core/i18n/statements.ts'
import { type Catalog, createTranslator, type Translate } from '#core/i18n/translator.ts'
import { hashOf } from '#core/text-hash.ts'

/** The settings on which messages depend. */
export type CatalogSettings = Pick<Settings, 'subject' | 'words' | 'categories' | 'statements'>
/** Settings, or the part of them that messages contain; then the shipped messages are in force. */
export type Publication = SiteWords & Partial<CatalogSettings>

export interface PublicationCatalogs {
  readonly catalogs: Readonly<Record<Language, Catalog>>
  /** A hash of them, for their addresses. */
  readonly version: string
}

const SHIPPED: PublicationCatalogs = { catalogs: CATALOGS, version: versionOf(CATALOGS) }

/** Cached by the settings, which are another object after each change. */
const known = new WeakMap<Publication, PublicationCatalogs>()

/** The messages in force: the shipped ones in the words that fit the subject, those of the sections, and the publication's own. */
export function publicationCatalogs(publication: Publication): PublicationCatalogs {
  const isLike = (other: Publication) => MEANT.every((key) => other[key] === publication[key])
  const found =
    known.get(publication) ?? (latest && isLike(latest.of) ? latest.made : makeCatalogs(publication))
  known.set(publication, found)
  latest = { of: publication, made: found }
  return found
}

/** Settings that differ in nothing on which messages depend, such as those of a preview of the look, have the same ones. */
let latest: { of: Publication; made: PublicationCatalogs } | undefined
const MEANT = ['site_name', 'subject', 'words', 'categories', 'statements'] as const

export const catalogsOf = (publication: Publication) => publicationCatalogs(publication).catalogs

/** The latest versions that pages were rendered with. */
const ofPages = new Map<string, PublicationCatalogs>()
const MAX_OF_PAGES = 8

/** The version of the messages in force for a page; undefined for the shipped ones. */
export function versionForPages(publication: Publication): string | undefined {
  const found = publicationCatalogs(publication)
  if (found === SHIPPED) return undefined
  ofPages.delete(found.version)
  ofPages.set(found.version, found)
  const [oldest] = ofPages.keys()
  if (ofPages.size > MAX_OF_PAGES && oldest) ofPages.delete(oldest)
  return found.version
}

/** The messages for a page that knows this version. */
export const catalogsForPages = (version: string | undefined): PublicationCatalogs =>
  (version === undefined ? undefined : ofPages.get(version)) ?? SHIPPED

const translators = new WeakMap<Publication, Map<Language, Translate>>()

/** The translator of a language, cached as long as the settings object. */
export function publicationTranslator(publication: Publication, language: Language): Translate {
  const own = translators.get(publication) ?? new Map<Language, Translate>()
  const translate = own.get(language) ?? createTranslator(language, catalogsOf(publication), publication)
  translators.set(publication, own.set(language, translate))
  return translate
}

/** The messages that a browser needs in a language. */
export function pageCatalogOf({ catalogs }: PublicationCatalogs, language: Language): Catalog {
  const others: Catalog = SERVER_CATALOGS[language]
  return Object.fromEntries(Object.entries(catalogs[language]).filter(([key]) => !Object.hasOwn(others, key)))
}

/** The messages before the publication rewords some of them. Without `statements` all statements are made. */
export function messagesBeforeWords(
  publication: Partial<Omit<CatalogSettings, 'words'> & Pick<SiteWords, 'site_name'>>,
  language: Language,
): Catalog {
  const { subject = 'ai', categories = DEFAULT_CATEGORIES } = publication
  const without = WITHOUT_CATALOGS[language]
  return {
    ...CATALOGS[language],
    ...(subject === 'any' && NEUTRAL_CATALOGS[language]),
    ...Object.fromEntries(wordsOf(unmadeIn(publication)).map((key) => [key, without[key] ?? ''])),
    ...categoryWords(categories)[language],
  }
}

const unmadeIn = ({ site_name = '', statements }: Partial<Voice>): StatementId[] =>
  statements ? unmadeStatements({ site_name, statements }) : []

function makeCatalogs(publication: Publication): PublicationCatalogs {
  const { subject = 'ai', words = {}, categories = DEFAULT_CATEGORIES, statements = {} } = publication
  const isShipped = subject === 'ai' && Object.keys(words).length === 0 && categories === DEFAULT_CATEGORIES
  if (isShipped && unmadeIn(publication).length === 0) return SHIPPED
  const leftOut = new Set(wordsOf(STATEMENT_IDS.filter((id) => statements[id] === 'out')))
  const own = Object.fromEntries(Object.entries(words).filter(([key]) => !leftOut.has(key)))
  const catalogs: Record<Language, Catalog> = { ...CATALOGS }
  for (const language of LANGUAGE_CODES) {
    const before = messagesBeforeWords(publication, language)
    // An own text stays usable when the subject changes.
    const variants = [before, CATALOGS[language], NEUTRAL_CATALOGS[language]]
    catalogs[language] = { ...before, ...usableWords(own, language, variants) }
  }
  return { catalogs, version: versionOf(catalogs) }
}

/** Eight characters, which name a version. */
function versionOf(catalogs: PublicationCatalogs['catalogs']): string {
  return hashOf(JSON.stringify(catalogs)).padStart(8, '0').slice(-8)
}
