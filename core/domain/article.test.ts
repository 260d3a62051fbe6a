import { describe, expect, test } from 'vitest'
import { readingMinutes } from '#core/domain/article.ts'
import { articleInput } from '#core/domain/article-input.ts'
import { countWords, readingTimeOf } from '#core/domain/article-reading-time.ts'
import { slugFromTitle } from '#core/domain/article-slug.ts'
import { anArticle } from '../../tests/support/articles.ts'

describe('a slug', () => {
  test.each([
    ['Why Small Models Keep Getting Better', 'why-small-models-keep-getting-better'],
    ['  What’s   next — a “quiet” return?  ', 'whats-next-a-quiet-return'],
    ['GPT-5 -- and - then', 'gpt-5-and-then'],
    ['Élégance à Köln: ¿qué más?', 'elegance-a-koln-que-mas'],
    ['---', ''],
    ['日本語', ''],
    ['Line\nbreak\tand tab', 'line-break-and-tab'],
    ['C++ & C# (50%)', 'c-c-50'],
  ])('of "%s" is "%s"', (title, slug) => {
    expect(slugFromTitle(title)).toBe(slug)
  })

  test('is cut where it may not be that long, and ends with no hyphen', () => {
    expect(slugFromTitle('City & life', 5)).toBe('city')
  })

  test('made from a title is a valid one', () => {
    const title = '— A harbour town’s 3 “audits”, in Köln! —'
    expect(articleInput.safeParse(anArticle({ title, slug: slugFromTitle(title) })).success).toBe(true)
  })
})

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
