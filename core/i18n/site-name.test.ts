import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { DEFAULT_SITE_WORDS } from '#core/domain/site-words.ts'
import { CATALOGS } from '#core/i18n/catalogs.ts'
import { LANGUAGE_CODES, type Language } from '#core/i18n/languages.ts'
import { formatNewsletterTime } from '#core/i18n/newsletter-time.ts'
import { type Catalog, createTranslator, newsletterDaypartKey, type PlainKey } from '#core/i18n/translator.ts'
import { NASTY_NAME } from '../../tests/support/setting-cases.ts'

/** Articles and elisions before the name, which would fit only some names. */
const BOUND_TO_A_NAME: Partial<Record<Language, RegExp>> = {
  de: /(?:\b(?:der|die|das|dem|den|des|seine[mnrs]?)\s\{\{site\}\}|\{\{site\}\}s?-)/i,
  es: /\b(?:el|la|del|al)\s\{\{site\}\}/i,
  fr: /(?:[dlqsmn]u?[’']|\b(?:du|au|le|la)\s)\{\{site\}\}/i,
  it: /(?:\w[’']|\b(?:ad|ed|il|lo|la|del|della|al|sul|nel)\s)\{\{site\}\}/i,
  pt: /\b(?:o|a|do|da|no|na|ao|pelo|pela)\s\{\{site\}\}/i,
}

const folder = new URL('./messages/', import.meta.url)
const documents = (language: Language) =>
  readdirSync(new URL(`${language}/`, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => {
      const text = readFileSync(new URL(`${language}/${name}`, folder), 'utf8')
      // Documents have marks that editors can type.
      return [name, text.replaceAll('{site_name}', '{{site}}')]
    })

describe.each(LANGUAGE_CODES)('the words in %s', (language) => {
  const catalog: Catalog = CATALOGS[language]

  test('name the publication only where its name is filled in', () => {
    const texts = [...Object.entries(catalog), ...documents(language)]
    expect(texts.filter(([, text]) => /AI[ -]Watch/.test(text ?? '')).map(([key]) => key)).toEqual([])
  })

  test('fit any name', () => {
    const bound = BOUND_TO_A_NAME[language]
    const texts = [...Object.entries(catalog), ...documents(language)]
    // In "Escreva a X" the "a" is a preposition; with an article it would be "ao".
    const found = texts.flatMap(([key, text = '']) =>
      bound ? (text.match(new RegExp(bound, 'gi')) ?? []).map((match) => `${key}: ${match}`) : [],
    )
    expect(found.filter((match) => !/^contact\.md: a \{\{site\}\}/i.test(match))).toEqual([])
  })

  test('contain the name unchanged wherever a message has the placeholder', () => {
    const words = { ...DEFAULT_SITE_WORDS, site_name: NASTY_NAME, tagline: { en: '{{site}} $1' } }
    const t = createTranslator(language, CATALOGS, words)
    for (const [key, message] of Object.entries(catalog)) {
      if (/_(one|other|many)$/.test(key)) continue
      const newsletterTime = formatNewsletterTime(words, language)
      const said = t(key as PlainKey, { newsletterTime })
      const expected = message
        .replaceAll('{{site}}', () => NASTY_NAME)
        .replaceAll('{{tagline}}', () => '{{site}} $1')
        .replaceAll('{{newsletterTime}}', newsletterTime)
        .replaceAll('{{newsletterDaypart}}', catalog[newsletterDaypartKey(words)] ?? '')
      expect(said, key).toBe(expected)
    }
  })
})

test('a publication without a tagline has that of the catalog, and one with a tagline its own, in English if there is no translation', () => {
  const title = (language: Language, tagline: { en: string; fr?: string } | null) =>
    createTranslator(language, CATALOGS, { ...DEFAULT_SITE_WORDS, site_name: 'Le Monde', tagline })(
      'meta.home.title',
    )
  expect(title('en', null)).toBe('Le Monde - News and Analysis on Artificial Intelligence')
  expect(title('fr', { en: 'All the news', fr: 'Toute l’actualité' })).toBe('Le Monde – Toute l’actualité')
  expect(title('de', { en: 'All the news', fr: 'Toute l’actualité' })).toBe('Le Monde – All the news')
})
