import { describe, expect, test } from 'vitest'
import { LANGUAGE_CODES, type Language } from '#core/i18n/languages.ts'
import { readDemoFiles } from '#server/features/demo/demo-files.ts'
import {
  faultOfCharacters,
  faultOfText,
  findInventedNumber,
} from '#server/features/newsletter/compose/check-text.ts'

const inEnglish = (source: string) => ({ language: 'en' as const, source, maxLength: 2000 })

describe('what editors write', () => {
  test('passes, in every language', async () => {
    const { originals, translations } = await readDemoFiles()
    const all = [
      ...originals.map(({ header }) => ({ header, language: 'en' as Language })),
      ...translations.map(({ header, language }) => ({ header, language: language as Language })),
    ]
    const alarms = all.flatMap(({ header, language }) => {
      const { title, excerpt } = header
      const bounds = { language, source: `${title}\n${excerpt}`, maxLength: 2000 }
      return [title, excerpt].flatMap((text) => {
        const fault = faultOfText(text, bounds)
        return fault === null ? [] : [`${language} ${title}: ${fault}`]
      })
    })
    expect(new Set(all.map(({ language }) => language)).size).toBe(LANGUAGE_CODES.length)
    expect(alarms).toEqual([])
  })

  test.each([
    'The U.S. and the E.U. agree, e.g. on Ph.D. theses (v2, 24/7).',
    'It costs nothing — “really”, says the mayor; it’s 1st, née Café…',
    'Family 👨‍👩‍👧 emoji are joined by invisible characters',
    'Émile’s naïve coöperation, Ångström and ﬁ',
  ])('passes as it is usual: %s', (text) => {
    const isEmoji = text.includes('👩')
    expect(faultOfText(text, inEnglish(text))).toBe(isEmoji ? 'it has the invisible character U+200D' : null)
  })
})

describe('characters', () => {
  test('of several paragraphs are allowed where paragraphs are', () => {
    const bounds = { source: '', maxLength: 100 }
    expect(faultOfCharacters('One.\n\nAnother.', { ...bounds, hasLines: true })).toBeNull()
    expect(faultOfCharacters('One.\n\nAnother.', bounds)).toBe('it has a line break')
    expect(faultOfCharacters('One.\rAnother.', { ...bounds, hasLines: true })).toBe('it has a line break')
  })
})

describe('numbers', () => {
  const source = 'It raised $5bn in 2026 and 40 million people use GPT-4, 12 % more; three of 12 agreed.'

  test.each([
    'It raised 5 billion dollars',
    '12 percent more people',
    'GPT-4 has 40m users',
    'Tens of millions of people',
    'One of them, and two others',
    'In 2026, three agreed',
  ])('that the source says are known: %s', (text) => {
    expect(findInventedNumber(text, { language: 'en', source })).toBeNull()
  })

  test.each([
    ['It raised €5bn', '€5bn'],
    ['It raised 6 billion dollars', '6 billion dollars'],
    ['GPT-5 is here', 'GPT-5'],
    ['12 dollars', '12 dollars'],
    ['Seven agreed', 'Seven'],
    ['In 2027', '2027'],
    ['Trillions of people', 'Trillions'],
  ])('that it does not say are found: %s', (text, number) => {
    expect(findInventedNumber(text, { language: 'en', source })).toBe(number)
  })

  test.each([
    [
      'de',
      'Es kostet 5 Milliarden Dollar.',
      'Fünf Milliarden Dollar kostet es',
      'Sechs Milliarden Dollar kostet es',
    ],
    ['fr', 'Il coûte 1 240,50 euros.', 'Il faut payer 1 240,50 €', 'Il faut payer 1 250,50 €'],
    ['es', 'Cuesta 3,5 millones.', 'Son 3,5 millones', 'Son 35 millones'],
    ['it', 'Il 12 % in più.', 'Più 12 per cento', 'Più 13 per cento'],
    ['pt', 'São 2.300 pessoas.', 'Para 2300 pessoas', 'Para 23.000 pessoas'],
  ] as const)('are read as %s writes them', (language, said, same, other) => {
    expect(findInventedNumber(same, { language, source: said })).toBeNull()
    expect(findInventedNumber(other, { language, source: said })).not.toBeNull()
  })
})
