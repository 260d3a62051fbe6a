import { expect, test } from 'vitest'
import { cleanText, singleLine } from '#core/feeds/clean-text.ts'

test('control characters are removed, line ends and tabs stay', () => {
  expect(cleanText('a\u0001b\u0008c\u007Fd\u0085e\uFFFEf\uFFFFg')).toBe('abcdefg')
  expect(cleanText('a\r\n\tb')).toBe('a\r\n\tb')
})

test('emoji, direction marks and combining marks stay as they are', () => {
  const text = '👩🏽‍👩🏽‍👧🏽 \u202Eabc\u200F שלום e\u0301'
  expect(cleanText(text)).toBe(text)
})

test('half of a character becomes the replacement character', () => {
  expect(cleanText('a\uD83Db')).toBe('a\uFFFDb')
})

test('a title has one line and no space around it', () => {
  expect(singleLine(' Harbour\r\n town\t\u0001 audits ')).toBe('Harbour town audits')
})
