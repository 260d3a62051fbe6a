import { createInstance } from 'i18next'
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
 * stands for itself. `{{site}}` need not be passed: without a value it is the name in the catalog.
 */
export function createTranslator(language: Language, catalogs: Catalogs): Translate {
  const i18n = createInstance()
  // With the catalogs given and no loading involved, init has finished when it returns.
  void i18n.init({
    lng: language,
    fallbackLng: DEFAULT_LANGUAGE,
    resources: Object.fromEntries(
      Object.entries(catalogs).map(([code, catalog]) => [code, { translation: catalog }]),
    ),
    initAsync: false,
    keySeparator: false,
    nsSeparator: false,
    interpolation: {
      escapeValue: false, // React and the mail templates escape.
      defaultVariables: { site: siteName(language, catalogs) },
    },
  })

  return (key: MessageKey, values: MessageValues = {}) => {
    const { res, usedLng } = i18n.t(key, {
      replace: values,
      ...(typeof values.count === 'number' && { count: values.count }),
      returnDetails: true,
      nest: false, // A reader's search for "$t(...)" is text, not a reference to a message.
    })
    if (usedLng !== language) warnMissing(key, language)
    if (res === key) warnMissing(key, DEFAULT_LANGUAGE)
    return res
  }
}

function siteName(language: Language, catalogs: Catalogs) {
  return catalogs[language]?.['site.name'] ?? catalogs[DEFAULT_LANGUAGE]?.['site.name']
}

function warnMissing(key: string, language: Language) {
  console.warn(`Missing message "${key}" in "${language}"`)
}
