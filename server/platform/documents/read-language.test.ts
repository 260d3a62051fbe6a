import { expect, test } from 'vitest'
import { readLanguage } from '#server/platform/documents/read-language.ts'

test.each([
  ['en', 'en'],
  ['EN-us', 'en'],
  ['pt_BR', 'pt'],
  ['zh-Hant-TW', 'zh'],
  ['Deutsch', 'de'],
  ['português', 'pt'],
])('%s is the language %s', (written, language) => {
  expect(readLanguage(written)).toBe(language)
})

test.each(['', 'x', 'posts', 'en.md', 'qq', 'english!', '__proto__'])('%j is none', (written) => {
  expect(readLanguage(written)).toBeNull()
})
