import { inLanguage, type SiteWords, UNNAMED } from '#core/domain/site-words.ts'
import { DEFAULT_LANGUAGE, type Language } from '#core/i18n/languages.ts'
import type english from '#core/i18n/messages/en.json'

type EnglishKey = keyof typeof english
type PluralSuffix = `_${Intl.LDMLPluralRule}`

/** The messages of one language as its JSON file holds them: flat keys, plural forms as suffixes. */
export type Catalog = Readonly<Record<string, string>>
export type Catalogs = Readonly<Partial<Record<Language, Catalog>>>

/** A message that reads differently for one and for several; asked for without its suffix, with a count. */
export type PluralKey = EnglishKey extends infer Key
  ? Key extends `${infer Base}${PluralSuffix}`
    ? Base
    : never
  : never
export type PlainKey = Exclude<EnglishKey, `${string}${PluralSuffix}`>
export type MessageKey = PlainKey | PluralKey

export type MessageValues = Readonly<Record<string, string | number>>

export interface Translate {
  (key: PlainKey, values?: MessageValues): string
  (key: PluralKey, values: MessageValues & { readonly count: number }): string
}

/**
 * The messages of one language. A key that this language lacks is taken from English, one that English lacks
 * stands for itself. `{{site}}` and `{{tagline}}` need not be passed: they are what the publication calls itself.
 *
 * Catalogs are in i18next's JSON format (v4): flat keys, `{{name}}`, plural forms as suffixes by CLDR. Nothing of a
 * value is ever interpreted, and nothing is escaped: React and the mail templates do that.
 */
export function createTranslator(
  language: Language,
  catalogs: Catalogs,
  site: SiteWords = UNNAMED,
): Translate {
  const order = language === DEFAULT_LANGUAGE ? [language] : [language, DEFAULT_LANGUAGE]
  const tagline = site.tagline
    ? inLanguage(site.tagline, language)
    : findMessage('site.tagline', undefined, order, catalogs)?.message
  const words = new Map([
    ['site', site.site_name],
    ['tagline', tagline],
  ])
  const own = new Map(Object.entries(catalogs[language] ?? {}))

  function find(key: MessageKey, count: unknown): string {
    const found = findMessage(key, count, order, catalogs)
    for (const lacking of found ? order.slice(0, order.indexOf(found.language)) : order)
      warnMissing(key, lacking)
    return found?.message ?? key
  }

  return (key: MessageKey, values: MessageValues = {}) => {
    // Nearly all that a page asks for is there, and has no count.
    const message = (values.count === undefined && own.get(key)) || find(key, values.count)
    if (!message.includes('{{')) return message
    return message.replace(/\{\{\s*(\w+)\s*\}\}/g, (placeholder, name: string) =>
      String(values[name] ?? words.get(name) ?? placeholder),
    )
  }
}

function findMessage(key: string, count: unknown, order: Language[], catalogs: Catalogs) {
  for (const language of order) {
    const catalog = catalogs[language] ?? {}
    for (const form of formsOf(key, count, language)) {
      const message = Object.hasOwn(catalog, form) ? catalog[form] : undefined
      if (message !== undefined) return { message, language }
    }
  }
  return null
}

/** The keys that may hold the message for this count, the fitting plural form first. */
function formsOf(key: string, count: unknown, language: Language): string[] {
  if (typeof count !== 'number') return [key]
  const rules = pluralRules.get(language) ?? new Intl.PluralRules(language)
  pluralRules.set(language, rules)
  return [`${key}_${rules.select(count)}`, `${key}_other`, key]
}

/** Making them costs a hundred times what using them does. */
const pluralRules = new Map<Language, Intl.PluralRules>()

function warnMissing(key: string, language: Language) {
  console.warn(`Missing message "${key}" in "${language}"`)
}
