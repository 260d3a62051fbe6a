import { expect, test } from 'vitest'
import { LIVE_TABLE_NAMES, LIVE_TABLES } from '#app/admin/kit/live/live-tables.ts'
import { BOUNDS } from '#server/supabase/realtime/bounds.ts'
import { ANNOUNCED_TABLES, findAnnouncedTable } from '#server/supabase/realtime/changes/announced-tables.ts'
import { catalog } from '../../../../tests/support/catalog.ts'

test('the desk follows every announced table by its primary key', () => {
  const announced = ANNOUNCED_TABLES.map((table) => [table, findAnnouncedTable(catalog, table)?.key])
  expect(Object.entries(LIVE_TABLES).map(([table, key]) => [table, [key]])).toEqual(announced)
})

test('one channel has room for all of them', () => {
  expect(LIVE_TABLE_NAMES.length).toBeLessThanOrEqual(BOUNDS.subscriptionsPerChannel)
})
