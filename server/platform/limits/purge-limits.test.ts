import { afterAll, expect, test, vi } from 'vitest'
import { openLimits, purgeLimits } from '#server/platform/limits/open-limits.ts'
import { createSignInThrottle } from '#server/supabase/auth/sign-in-throttle.ts'
import { createTestDatabase } from '../../../tests/support/database.ts'
import { testHash } from '../../../tests/support/test-settings.ts'

const database = await createTestDatabase()
const limits = openLimits(database.address, testHash)
afterAll(async () => {
  vi.useRealTimers()
  await limits.close()
  await database.drop()
})

test('expired counts and addresses are deleted, and nothing else', async () => {
  const { sql } = database
  const guesses = createSignInThrottle({ sql, limits, hashAddress: testHash })
  const rows = async () => {
    const [counts] = await sql`select
      (select count(*)::int from private.rate_limits) as tries,
      (select count(*)::int from private.guesses_from_strangers) as guesses,
      (select count(*)::int from private.known_addresses) as addresses`
    return counts
  }
  const purgeAfter = async (seconds: number) => {
    vi.setSystemTime(Date.now() + seconds * 1000)
    await purgeLimits(sql)
    return rows()
  }
  vi.useFakeTimers({ toFake: ['Date'] })
  await guesses.take('nora@example.org', '192.0.2.1')
  await guesses.recordSuccess('mara@example.org', '192.0.2.1')
  expect(await purgeAfter(0)).toEqual({ tries: 1, guesses: 1, addresses: 1 })
  expect(await purgeAfter(900)).toEqual({ tries: 0, guesses: 1, addresses: 1 })
  expect(await purgeAfter(86_400)).toEqual({ tries: 0, guesses: 0, addresses: 1 })
  expect(await purgeAfter(90 * 86_400)).toEqual({ tries: 0, guesses: 0, addresses: 0 })
})
