import { expect, test } from 'vitest'
import { ALONE, connectionsOf, poolSizesFor } from '#server/platform/database/pool-sizes.ts'

/** The default `max_connections` of PostgreSQL, without those reserved for superusers. */
const USUAL = 97

test('two, three and four processes fit into a PostgreSQL that nobody has tuned, also while one is replaced', () => {
  expect(poolSizesFor(1)).toEqual(ALONE)
  for (const processes of [2, 3, 4]) expect(connectionsOf(processes)).toBeLessThanOrEqual(USUAL)
})

test('every process can hold a lock on one connection and work on another', () => {
  for (const processes of [2, 8, 64]) {
    const { own, ...others } = poolSizesFor(processes)
    expect(own).toBeGreaterThanOrEqual(3)
    expect(Math.min(...Object.values(others))).toBeGreaterThanOrEqual(1)
  }
})
