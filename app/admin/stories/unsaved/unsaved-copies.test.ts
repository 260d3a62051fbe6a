import { expect, test } from 'vitest'
import { emptyForm } from '#app/admin/stories/article-form/article-form.ts'
import { mergeCopies, storedForm } from '#app/admin/stories/unsaved/unsaved-copies.ts'

const STORED = emptyForm({ author: 'The Editors', readingTime: '5 min read' })
const ids = { article_id: 'article', since: null, owner: 'nora@example.org', created_at: '' }

function here(id: string, title: string, edition: number, kept_at = '2026-11-22T09:00:00.000Z') {
  return { ...ids, id, kept_at, form: storedForm({ ...STORED, title }, edition) }
}
function there(id: string, title: string, edition: number, updated_at = '2026-11-22T08:00:00.000000+00:00') {
  return { ...ids, id, updated_at, form: storedForm({ ...STORED, title }, edition) }
}
const titlesOf = ({ offered }: ReturnType<typeof mergeCopies>) => offered.map((copy) => copy.form.title)

test('of one form the later edition counts, whatever the clocks say', () => {
  const late = '2030-01-01T00:00:00.000Z'
  const older = mergeCopies([here('a', 'Here', 1, late)], [there('a', 'There', 2)], STORED)
  expect(titlesOf(older)).toEqual(['There'])
  expect(older.offered[0]).toMatchObject({ isFromHere: true, at: '2026-11-22T08:00:00.000000+00:00' })
  expect(titlesOf(mergeCopies([here('a', 'Here', 3)], [there('a', 'There', 2)], STORED))).toEqual(['Here'])
})

test('forms of several tabs and machines are offered each, the latest first', () => {
  const merged = mergeCopies(
    [here('a', 'A', 1, '2026-11-22T09:00:00.000Z')],
    [there('b', 'B', 1, '2026-11-22T10:00:00+00:00'), there('c', 'C', 1, '2026-11-22T08:00:00+00:00')],
    STORED,
  )
  expect(titlesOf(merged)).toEqual(['B', 'A', 'C'])
})

test('a copy that differs in nothing, from the article or from another copy, is redundant', () => {
  const merged = mergeCopies([here('a', '', 9)], [there('b', 'Same', 1), there('c', 'Same', 5)], STORED)
  expect(titlesOf(merged)).toEqual(['Same'])
  expect(merged.redundant.toSorted()).toEqual(['a', 'c'])
})

test('a copy that another program wrote is read as far as it can be', () => {
  const odd = { ...here('a', '', 0), form: { edition: 'many', title: 'Odd', featured: 1 } }
  expect(mergeCopies([odd], [], STORED).offered[0]?.form).toEqual({ ...STORED, title: 'Odd' })
})

test('a copy names those that its form was restored from', () => {
  const source = '0b9c2f9e-5d0c-4a4e-9a36-6a1d4b7f0c11'
  const form = storedForm({ ...STORED, title: 'More' }, 1, [source])
  const named = (changed: typeof form) => mergeCopies([{ ...here('a', '', 1), form: changed }], [], STORED)
  expect(named(form).offered[0]?.sources).toEqual([source])
  expect(named({ ...form, restored_from: 'no id' }).offered[0]?.sources).toEqual([])
})
