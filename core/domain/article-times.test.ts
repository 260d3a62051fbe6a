import { expect, test } from 'vitest'
import { articleTimes, updatedSince } from '#core/domain/article-times.ts'

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
