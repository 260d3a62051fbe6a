import { describe, expect, test } from 'vitest'
import { CATALOGS, NEUTRAL_CATALOGS } from '#core/i18n/catalogs.ts'
import { EDITABLE_WORDS, WORD_LENGTHS, type WordSize } from '#core/i18n/editable-words.ts'
import { LANGUAGE_CODES } from '#core/i18n/languages.ts'
import { problemOfWord } from '#core/i18n/own-words.ts'

const baseOf = (key: string) => key.replace(/_[a-z]+$/, '')
const listed = Object.values(EDITABLE_WORDS).flatMap((words) =>
  Object.entries(words).flatMap(([size, keys]) => keys.map((key) => ({ key, size: size as WordSize }))),
)

test('every message that speaks of the subject can be changed, once, unless it is that of a section', () => {
  const keys = listed.map(({ key }) => key)
  expect(new Set(keys).size).toBe(keys.length)
  const neutral = Object.keys(NEUTRAL_CATALOGS.en).map(baseOf)
  const ofSections = /^(category|footer\.categories)\.(?!title)/
  expect(neutral.filter((key) => !ofSections.test(key) && !keys.includes(key as 'home.heading'))).toEqual([])
  expect(keys.filter((key) => ofSections.test(key))).toEqual([])
})

describe.each(LANGUAGE_CODES)('in %s', (language) => {
  test('the shipped messages fit where they stand, and could replace themselves', () => {
    for (const { key, size } of listed) {
      const forms = Object.keys(CATALOGS[language]).filter((form) => baseOf(form) === key)
      expect(forms, key).not.toEqual([])
      for (const form of forms) {
        const texts = [CATALOGS, NEUTRAL_CATALOGS].flatMap((all) => {
          const catalog: Record<string, string> = all[language]
          return catalog[form] ?? []
        })
        for (const text of texts) {
          expect([...text].length, `${form}: ${text}`).toBeLessThanOrEqual(WORD_LENGTHS[size])
          expect(problemOfWord(text, texts), form).toBeNull()
        }
      }
    }
  })
})
