import { expect, test } from 'vitest'
import { type GroupItem, groupByOrigin } from '#app/admin/newsroom/group/origin-list.tsx'

const item = (id: string, origin_id: string | null) => ({ id, origin_id }) as GroupItem

test('items of one origin stand together, the first of it before the others', () => {
  const items = [item('c', 'a'), item('d', null), item('b', 'b'), item('a', 'a')]
  expect(groupByOrigin(items).map(({ items: own }) => own.map(({ id }) => id).join(''))).toEqual([
    'ac',
    'd',
    'b',
  ])
})
