import { describe, expect, test } from 'vitest'
import { readingMinutes } from '#core/domain/article.ts'
import { countWords, readingTimeOf } from '#core/domain/article-reading-time.ts'

describe('a reading time', () => {
  test.each([
    [0, '1 min read'],
    [1, '1 min read'],
    [299, '1 min read'],
    [300, '2 min read'],
    [1000, '5 min read'],
  ])('of %d words is "%s"', (words, expected) => {
    expect(readingTimeOf('word \n'.repeat(words))).toBe(expected)
  })

  test('counts the words of footnotes, and not their labels', () => {
    expect(countWords('Two words.[^1] [^note]\n\n[^1]: Three more words')).toBe(5)
  })

  test.each([
    ['5 min read', 5],
    [' 12 min read ', 12],
    ['0 min read', 0],
    ['five minutes', null],
    ['5 min reads', null],
    ['1000 min read', null],
    ['-5 min read', null],
    ['', null],
  ])('"%s" has the number %s', (text, minutes) => {
    expect(readingMinutes(text)).toBe(minutes)
  })
})
