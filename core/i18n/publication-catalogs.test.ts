import { describe, expect, test } from 'vitest'
import { settingsOf } from '#core/domain/settings.ts'
import { CATALOGS, NEUTRAL_CATALOGS } from '#core/i18n/catalogs.ts'
import { LANGUAGE_CODES } from '#core/i18n/languages.ts'
import { placeholdersOf } from '#core/i18n/message-rules.ts'
import { problemOfWord } from '#core/i18n/own-words.ts'
import {
  catalogsForPages,
  catalogsOf,
  publicationCatalogs,
  publicationTranslator,
  versionForPages,
} from '#core/i18n/publication-catalogs.ts'
import type { Catalog } from '#core/i18n/translator.ts'

const publication = (values: Record<string, unknown>) => {
  const rows = Object.entries(values).map(([key, value]) => ({ key, value }))
  const { settings, invalid } = settingsOf(rows, { contact_address: 'editor@example.org' })
  expect(invalid).toEqual([])
  return settings
}

/** The subject of the shipped messages, as a word or in words. Some languages have such words in lower case for other things. */
const SUBJECT = [
  /(?<![\p{L}\p{N}])(?:AI|KI|IA|GPT)(?![\p{L}\p{N}])/u,
  /machine learning|artificial|artificiel|artificiale|künstliche\w* intelligenz|maschinelles lernen|apprentissage automatique|aprendizaje automático|apprendimento automatico|aprendizagem automática/iu,
]
const speaksOfSubject = (text: string) => SUBJECT.some((pattern) => pattern.test(text))

describe.each(LANGUAGE_CODES)('in %s', (language) => {
  const shipped: Catalog = CATALOGS[language]
  const neutral = NEUTRAL_CATALOGS[language]

  test('every message that speaks of the subject has a neutral variant that does not, and no variant is idle', () => {
    const speaking = Object.keys(shipped).filter((key) => speaksOfSubject(shipped[key] ?? ''))
    expect(speaking.length).toBeGreaterThan(40)
    expect(speaking.filter((key) => neutral[key] === undefined)).toEqual([])
    expect(Object.entries(neutral).filter(([, text]) => speaksOfSubject(text))).toEqual([])
    expect(
      Object.entries(neutral).filter(([key, text]) => shipped[key] === undefined || shipped[key] === text),
    ).toEqual([])
    expect(Object.keys(neutral).toSorted()).toEqual(
      Object.keys(shipped)
        .filter((key) => key in neutral)
        .toSorted(),
    )
  })

  test('a variant has the placeholders of its message, and may name the publication', () => {
    const differing = Object.keys(neutral).filter((key) => {
      const [own, other] = [neutral, shipped].map((catalog) =>
        placeholdersOf(catalog[key] ?? '')
          .filter((one) => one !== '{{site}}')
          .join(),
      )
      return own !== other
    })
    expect(differing).toEqual([])
  })

  test('a variant has the quotation marks, apostrophes and spaces of print', () => {
    const texts = Object.values(neutral)
    expect(texts.filter((text) => /['"]/.test(text) || text.trim() !== text || text === '')).toEqual([])
    if (language === 'fr')
      expect(texts.filter((text) => /[^\u00a0\u202f][:;!?»](?=\s|$)|«[^\u00a0]/.test(text))).toEqual([])
  })
})

test('the same keys are neutral in all languages, apart from plural forms', () => {
  const keysOf = (catalog: Catalog) => new Set(Object.keys(catalog).map((key) => key.replace(/_[a-z]+$/, '')))
  for (const language of LANGUAGE_CODES) {
    // In one language a shipped text may be neutral already.
    const missing = [...keysOf(NEUTRAL_CATALOGS.en)].filter(
      (key) => !keysOf(NEUTRAL_CATALOGS[language]).has(key),
    )
    expect(missing, language).toEqual([])
  }
})

test('by default the shipped catalogs themselves are in force, and pages need to know nothing of them', () => {
  const settings = publication({})
  expect(catalogsOf(settings)).toBe(CATALOGS)
  expect(versionForPages(settings)).toBeUndefined()
  expect(catalogsForPages(undefined).catalogs).toBe(CATALOGS)
  expect(publicationCatalogs(settings).version).toMatch(/^[a-z0-9]{8}$/)
})

test('an own name brings the neutral words, and a choice of the subject the others', () => {
  const title = (values: Record<string, unknown>) =>
    publicationTranslator(publication(values), 'en')('newsletter.block.title')
  expect(title({ site_name: 'Le Monde Vert' })).toBe('The Sunday Briefing')
  expect(title({ site_name: 'Le Monde Vert', subject: 'ai' })).toBe('The Sunday AI Briefing')
  expect(title({ subject: 'any' })).toBe('The Sunday Briefing')
})

test('own words win in their languages, and the other languages keep the shipped ones of theirs', () => {
  const settings = publication({
    site_name: 'Le Monde Vert',
    words: {
      'newsletter.hero.title': { en: 'Your Sunday letter' },
      'newsletter.issue.introduction_one': { en: '{{count}} story' },
    },
  })
  expect(publicationTranslator(settings, 'en')('newsletter.hero.title')).toBe('Your Sunday letter')
  expect(publicationTranslator(settings, 'fr')('newsletter.hero.title')).toBe('Votre briefing du dimanche')
  const introduction = publicationTranslator(settings, 'en')
  expect(introduction('newsletter.issue.introduction', { count: 1, dates: '' })).toBe('1 story')
  expect(introduction('newsletter.issue.introduction', { count: 2, dates: 'x' })).toContain('(x): 2 stories')
  const version = versionForPages(settings)
  expect(catalogsForPages(version).catalogs).toBe(catalogsOf(settings))
})

test('unknown messages, unknown placeholders and lost links are left out, not shown', () => {
  const catalogs = catalogsOf(
    publication({
      words: {
        'no.such.message': { en: 'x' },
        'newsletter.hero.title': { en: 'By {{nobody}}', de: 'Von {{newsletterTime}}' },
        'newsletter.block.consent': { en: 'You agree.', de: 'Es gilt die <link>Erklärung</link>.' },
        'constructor.name': { en: 'x' },
      },
    }),
  )
  expect(catalogs.en['no.such.message']).toBeUndefined()
  expect(catalogs.en['constructor.name']).toBeUndefined()
  expect(catalogs.en['newsletter.hero.title']).toBe(CATALOGS.en['newsletter.hero.title'])
  expect(catalogs.de['newsletter.hero.title']).toBe(CATALOGS.de['newsletter.hero.title'])
  expect(catalogs.en['newsletter.block.consent']).toBe(CATALOGS.en['newsletter.block.consent'])
  expect(catalogs.de['newsletter.block.consent']).toBe('Es gilt die <link>Erklärung</link>.')
})

test.each([
  ['plain', null],
  ['{{site}} and {{site}}', null],
  ['{{ site }}', { code: 'unknown_placeholder', placeholder: '{{ site }}' }],
  ['{{other}}', { code: 'unknown_placeholder', placeholder: '{{other}}' }],
  ['<b>bold</b>', { code: 'unknown_placeholder', placeholder: '</b>' }],
  ['1 < 2 & {braces}', null],
])('for a message with its name, %s has the problem %o', (text, problem) => {
  expect(problemOfWord(text, ['By {{site}}'])).toEqual(problem)
})

test.each([
  ['The <link>rules</link> apply.', null],
  ['The rules apply.', { code: 'link_missing' }],
  ['<link></link>', { code: 'link_missing' }],
  ['</link>rules<link>', { code: 'link_missing' }],
  ['<link>a</link> <link>b</link>', { code: 'link_missing' }],
])('for a message with a link, %s has the problem %o', (text, problem) => {
  expect(problemOfWord(text, ['See <link>there</link>.'])).toEqual(problem)
})

test('settings that differ in their look alone share their messages', () => {
  const own = publication({ words: { 'home.heading': { en: 'Climate' } } })
  const made = publicationCatalogs(own)
  const inGreen = { ...own, accent: '#0f7b3f' }
  expect(publicationCatalogs(inGreen)).toBe(made)
  expect(publicationCatalogs({ ...own, words: {} })).not.toBe(made)
  expect(publicationCatalogs({ ...own, subject: 'any' })).not.toBe(made)
})
