import { expect, test } from 'vitest'
import { readTableAddress } from '#app/admin/kit/table/table-address.ts'
import { ANYBODY, chooseIdeas, IDEAS_TABLE } from '#app/admin/stories/ideas/ideas-table.ts'
import type { Idea } from '#core/domain/idea.ts'

const ADA = '6a1d1c9e-52b7-4f0a-8f6e-0d4f3b2a1c10'
const idea = (change: Partial<Idea>): Idea => ({
  id: 'x',
  title: 'Of quaggas',
  why: '',
  links: [],
  language: null,
  section: null,
  person: null,
  planned_on: null,
  made_by: null,
  made_at: '2026-11-27T12:00:00Z',
  updated_at: '2026-11-27T12:00:00Z',
  article_id: null,
  dropped_at: null,
  ...change,
})
const ALL = [
  idea({ id: 'a', person: ADA, section: 'tech', language: 'de' }),
  idea({ id: 'b', title: 'Of zebras', why: 'They have stripes.' }),
]

test.each([
  ['', 'a b'],
  ['q=STRIPES', 'b'],
  ['q=of+qua', 'a'],
  [`person=${ADA}`, 'a'],
  [`person=${ANYBODY}`, 'b'],
  ['section=tech', 'a'],
  ['language=de', 'a'],
  ['language=fr', ''],
  ['person=mallory', 'a b'],
])('the address ?%s shows %s', (query, expected) => {
  const { rows, total } = chooseIdeas(ALL, readTableAddress(IDEAS_TABLE, new URLSearchParams(query)))
  expect(rows.map(({ id }) => id).join(' ')).toBe(expected)
  expect(total).toBe(rows.length)
})

test('a page has fifty', () => {
  const many = Array.from({ length: 120 }, (_, n) => idea({ id: String(n) }))
  const { rows, total } = chooseIdeas(many, readTableAddress(IDEAS_TABLE, new URLSearchParams('page=3')))
  expect([rows.length, rows[0]?.id, total]).toEqual([20, '100', 120])
})
