import { describe, expect, test } from 'vitest'
import { articleTimes, readingMinutes, updatedSince } from '#core/domain/article.ts'
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

test('times are in ISO 8601 with milliseconds in UTC, whatever form the database returns', () => {
  expect(
    articleTimes({
      publish_date: '2026-11-20T15:18:35.65+00:00',
      updated_at: '2026-11-21T01:00:00+02:00',
    }),
  ).toEqual({ published: '2026-11-20T15:18:35.650Z', modified: '2026-11-20T23:00:00.000Z' })
})

test('an article written before its date was not modified before it was published', () => {
  const { published, modified } = articleTimes({
    publish_date: '2026-11-22T09:00:00Z',
    updated_at: '2026-11-20T09:00:00Z',
  })
  expect(modified).toBe(published)
})

test('readers are told of an update on another day than that of the publication', () => {
  const article = {
    publish_date: '2026-11-20T09:00:00+00:00',
    created_at: '2026-11-19T09:00:00+00:00',
    updated_at: '2026-11-21T09:00:00+00:00',
  }
  expect(updatedSince(article)).toBe('2026-11-21T09:00:00.000Z')
  expect(updatedSince({ ...article, updated_at: '2026-11-20T23:59:00+00:00' })).toBeNull()
  expect(updatedSince({ ...article, updated_at: '2026-11-19T09:00:00+00:00' })).toBeNull()
  // A row that was stored long after its date, as by an import, and not changed since.
  expect(updatedSince({ ...article, created_at: article.updated_at })).toBeNull()
})
