import { expect, test } from 'vitest'
import {
  arranged,
  changesTo,
  itemsOf,
  moveItem,
  type PlacedItem,
} from '#app/admin/newsletter/items/item-list.tsx'
import type { Section } from '#core/domain/newsletter-issue.ts'

const ITEMS = [
  item('a', 'top', 0),
  item('b', 'top', 1),
  item('c', 'top', 2),
  item('d', 'market', 0),
  { ...item('e', 'top', 3), left_out: 'Too long ago' },
]

test('an item moves up, and only what has changed is stored', () => {
  const places = moveItem(ITEMS, 'b', { section: 'top', index: 0 })
  expect(idsOf(arranged(ITEMS, places), 'top')).toEqual(['b', 'a', 'c'])
  expect(changesTo(ITEMS, places)).toEqual([
    { id: 'a', place: { position: 1 } },
    { id: 'b', place: { position: 0, pinned: true } },
  ])
})

test('an item moves into another section, and the one that it leaves has no gap', () => {
  const places = moveItem(ITEMS, 'a', { section: 'market', index: 1 })
  const moved = arranged(ITEMS, places)
  expect(idsOf(moved, 'top')).toEqual(['b', 'c'])
  expect(idsOf(moved, 'market')).toEqual(['d', 'a'])
  expect(itemsOf(moved, 'top').map(({ position }) => position)).toEqual([0, 1])
})

test('what is left out comes back at the end of its section', () => {
  const places = moveItem(ITEMS, 'e', { section: 'top', index: 3 })
  expect(idsOf(arranged(ITEMS, places), 'top')).toEqual(['a', 'b', 'c', 'e'])
  expect(changesTo(ITEMS, places)).toEqual([{ id: 'e', place: { pinned: true, left_out: null } }])
})

test('an item that is gone moves nothing', () => {
  expect(moveItem(ITEMS, 'z', { section: 'top', index: 0 }).size).toBe(0)
})

function item(id: string, section: Section, position: number): PlacedItem {
  return { id, section, position, pinned: false, left_out: null }
}

const idsOf = (items: readonly PlacedItem[], section: Section) => itemsOf(items, section).map(({ id }) => id)
