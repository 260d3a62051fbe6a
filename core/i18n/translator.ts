import type { SundaySchedule } from '#core/domain/newsletter-schedule.ts'
import { DEFAULT_SITE_WORDS, inLanguage, type SiteWords } from '#core/domain/site-words.ts'
import { DEFAULT_LANGUAGE, type Language } from '#core/i18n/languages.ts'
import type englishOfPages from '#core/i18n/messages/en/pages.json'
import type englishOfServer from '#core/i18n/messages/en/server.json'
import type roleWords from '#core/i18n/role-words.json'

type PluralSuffix = `_${Intl.LDMLPluralRule}`

/** The messages of one language as in its JSON file: flat keys, plural forms as suffixes. */
export type Catalog = Readonly<Record<string, string>>
export type Catalogs = Readonly<Partial<Record<Language, Catalog>>>

/** The keys of the messages with plural forms: without the suffix, to be used with a count. */
type PluralKeyOf<English> = keyof English extends infer Key
  ? Key extends `${infer Base}${PluralSuffix}`
    ? Base
    : never
  : never
type PlainKeyOf<English> = Exclude<keyof English & string, `${string}${PluralSuffix}`>

/** The names of roles in invitations, which stand together for all languages (`role-words.json`). */
export type RoleMessages = Record<`mail.invitation.role.${keyof typeof roleWords}`, string>
type English = typeof englishOfPages & typeof englishOfServer & RoleMessages

/** The keys of messages that a browser has too. */
export type PageKey = PlainKeyOf<typeof englishOfPages>
export type PluralKey = PluralKeyOf<English>
export type PlainKey = PlainKeyOf<English>
export type MessageValues = Readonly<Record<string, string | number>>

/** The messages about a section, which a publication may have made itself. */
type CategoryKey =
  | `category.${string}.${'name' | 'title' | 'description'}`
  | `card.badge.${string}`
  | `footer.categories.${string}`

/** Translates the messages of catalogs whose English one is of the type `English`. */
export interface TranslateFrom<English> {
  (key: PlainKeyOf<English> | CategoryKey, values?: MessageValues): string
  (key: PluralKeyOf<English>, values: MessageValues & { readonly count: number }): string
}
/** Translates what readers see, on the server. */
export type Translate = TranslateFrom<English>
/** Translates what readers see, with the messages that a browser has too. */
export type TranslateOnPage = TranslateFrom<typeof englishOfPages>

/**
 * Makes the function that translates messages into one language. A message that the language lacks is taken from English; the key
 * is returned when English lacks it too. `{{site}}`, `{{tagline}}` and `{{newsletterDaypart}}` come from `site` and need not be passed.
 *
 * Catalogs are in i18next's JSON format (v4): flat keys, `{{name}}` for values, plural forms as suffixes by CLDR. Values are
 * inserted as they are, without interpreting or escaping them; React and the mail templates escape.
 */
export function createTranslator<Messages extends Catalog = English>(
  language: Language,
  catalogs: Catalogs,
  site: SiteWords = DEFAULT_SITE_WORDS,
): TranslateFrom<Messages> {
  const order = language === DEFAULT_LANGUAGE ? [language] : [language, DEFAULT_LANGUAGE]
  const messageOf = (key: string) => findMessage(key, undefined, order, catalogs)?.message
  const tagline = site.tagline ? inLanguage(site.tagline, language) : messageOf('site.tagline')
  const words = new Map([
    ['site', site.site_name],
    ['tagline', tagline],
    ['newsletterDaypart', messageOf(newsletterDaypartKey(site))],
  ])
  const own = new Map(Object.entries(catalogs[language] ?? {}))

  function find(key: string, count: unknown): string {
    const found = findMessage(key, count, order, catalogs)
    for (const missing of found ? order.slice(0, order.indexOf(found.language)) : order)
      warnMissing(key, missing)
    return found?.message ?? key
  }

  return (key: string, values: MessageValues = {}) => {
    // A fast path for nearly all messages: they exist in the language and have no count.
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

/** The keys to try for this count, the matching plural form first. */
function formsOf(key: string, count: unknown, language: Language): string[] {
  if (typeof count !== 'number') return [key]
  const rules = pluralRules.get(language) ?? new Intl.PluralRules(language)
  pluralRules.set(language, rules)
  return [`${key}_${rules.select(count)}`, `${key}_other`, key]
}

/** Cached, because constructing the rules takes a hundred times as long as using them. */
const pluralRules = new Map<Language, Intl.PluralRules>()

function warnMissing(key: string, language: Language) {
  console.warn(`Missing message "${key}" in "${language}"`)
}

export interface LinkedText {
  readonly before: string
  readonly link: string
  readonly after: string
}

/** Splits a message such as 'You agree to our <link>privacy policy</link>.', so that a component can render the link. */
export function splitLinkedText(text: string): LinkedText {
  const [, before = text, link = '', after = ''] = /^(.*?)<link>(.*?)<\/link>(.*)$/s.exec(text) ?? []
  return { before, link, after }
}

/** The message with the part of the day at which the newsletter goes out, in the form that follows the name of the day: "morning". */
export function newsletterDaypartKey({ newsletter_time }: Pick<SundaySchedule, 'newsletter_time'>) {
  const part = newsletter_time < '12:00' ? 'morning' : newsletter_time < '18:00' ? 'afternoon' : 'evening'
  return `newsletter.daypart.${part}` as const
}
