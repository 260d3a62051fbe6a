import { expect, test } from 'vitest'
import { historyPath, readComparison, readPage } from '#app/admin/stories/history/history-queries.ts'

const ID = '7f0c9a52-8f0e-4e0a-9d54-1f6a7c1e2b90'
const query = (path: string) => new URL(path, 'http://127.0.0.1').searchParams

test('a comparison is read from the address that it was written into', () => {
  expect(readComparison(query(historyPath(ID, { from: 3, to: 'now' })))).toEqual({ from: 3, to: 'now' })
  expect(readComparison(query(historyPath(ID, { from: 3, to: 12 })))).toEqual({ from: 3, to: 12 })
  expect(readComparison(query(historyPath(ID)))).toBeNull()
})

test.each([
  'from=3',
  'to=now',
  'from=0&to=now',
  'from=-1&to=2',
  'from=1e9&to=now',
  'from=__proto__&to=now',
  `from=${'9'.repeat(40)}&to=1`,
])('the address ?%s compares nothing', (search) =>
  expect(readComparison(new URLSearchParams(search))).toBeNull(),
)

test('a page that is no number is the first', () => {
  expect(['page=2', 'page=x', 'page=-1', ''].map((search) => readPage(new URLSearchParams(search)))).toEqual([
    2, 1, 1, 1,
  ])
})
