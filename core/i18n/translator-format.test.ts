import { createInstance } from 'i18next'
import { expect, test } from 'vitest'
import { CATALOGS } from '#core/i18n/catalogs.ts'
import { LANGUAGE_CODES } from '#core/i18n/languages.ts'
import { createTranslator, type PlainKey, type PluralKey } from '#core/i18n/translator.ts'

const COUNTS = [0, 1, 2, 5, 1.5, 1_000_000]

test.each(LANGUAGE_CODES)('every message in "%s" is formatted as i18next formats it', async (language) => {
  const reference = createInstance()
  await reference.init({
    lng: language,
    fallbackLng: 'en',
    resources: Object.fromEntries(LANGUAGE_CODES.map((code) => [code, { translation: CATALOGS[code] }])),
    keySeparator: false,
    nsSeparator: false,
    interpolation: { escapeValue: false },
  })
  const t = createTranslator(language, CATALOGS)

  for (const [key, message] of Object.entries(CATALOGS[language])) {
    const values = Object.fromEntries(
      [...message.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => [name, `<${name}>`]),
    )
    const plural = /^(.+)_(?:one|other|many|few|two|zero)$/.exec(key)?.[1]
    if (plural) {
      for (const count of COUNTS) {
        expect(t(plural as PluralKey, { ...values, count })).toBe(reference.t(plural, { ...values, count }))
      }
    } else {
      expect(t(key as PlainKey, values)).toBe(reference.t(key, values))
    }
  }
})
