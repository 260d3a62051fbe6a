import { expect, test } from 'vitest'
import { readTableAddress } from '#app/admin/kit/table/table-address.ts'
import {
  COVERAGE_TABLE,
  coverageOptions,
  coveragePath,
} from '#app/admin/languages/coverage/coverage-table.ts'

const optionsOf = (query: string) =>
  coverageOptions(readTableAddress(COVERAGE_TABLE, new URLSearchParams(query)))

test('without filters it is everything that is published, the newest first', () => {
  const all = { published: true, days: null, states: null, language: null, category: null, descending: true }
  expect(optionsOf('')).toMatchObject(all)
  expect(optionsOf('state=__proto__&language=en&age=31&category=X&sort=title')).toMatchObject(all)
})

test('a link such as "German missing, last 30 days" is read as it was written', () => {
  const path = coveragePath({ state: 'missing', language: 'de', age: '30' })
  expect(path).toBe('/admin/translations?state=missing&language=de&age=30')
  expect(optionsOf(path.split('?')[1] ?? '')).toMatchObject({
    states: ['missing'],
    language: 'de',
    days: 30,
    published: true,
  })
  expect(coveragePath({ state: 'failed' })).toBe('/admin/translations?state=failed')
})

test('drafts have no age, and several states can be one filter', () => {
  expect(optionsOf('age=drafts&state=unfinished&sort=publish_date')).toMatchObject({
    published: false,
    days: null,
    states: ['missing', 'failed', 'stale'],
    descending: false,
  })
})
