import { afterAll, describe, expect, test } from 'vitest'
import { openRequestPools } from '#server/rest/request-pools.ts'
import { type Asker, runAs } from '#server/rest/run-query.ts'
import { createTestDatabase } from '../../tests/support/database.ts'
import { TEST_SECRETS } from '../../tests/support/test-settings.ts'

const database = await createTestDatabase()
const pools = await openRequestPools(database.address, database.sql, TEST_SECRETS)
afterAll(async () => {
  await pools.close()
  await database.drop()
})

const asker = (role: string, claims = '{}') => ({ role, claims, clientIp: '192.0.2.1' }) as Asker

/** What a statement that reads answers. */
async function read(who: Asker, expression: string, values: unknown[] = []) {
  const text = `select 1 as count, (${expression})::text as body, null as total, null as inserted`
  return (await runAs(pools, who, { text, values }, { reads: true })).body
}

describe('a read in the name of somebody', () => {
  test('has the role and the claims of whoever asks, also among others that ask at once', async () => {
    const seen = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        read(
          asker(n % 2 ? 'authenticated' : 'anon', `{"sub":"it's ${n}"}`),
          `current_user || ' ' || (auth.jwt() ->> 'sub') || $1`,
          [`!${n}`],
        ),
      ),
    )
    expect(seen).toEqual(
      Array.from({ length: 50 }, (_, n) => `${n % 2 ? 'authenticated' : 'anon'} it's ${n}!${n}`),
    )
  })

  test('writes nothing', async () => {
    const subscribe = read(asker('service_role'), "public.subscribe_newsletter('ada@example.org')")
    await expect(subscribe).rejects.toMatchObject({ code: '25006' })
    expect(await database.sql`select 1 from public.newsletter_subscribers`).toEqual([])
  })

  test('is not asked when its settings are refused, and says why', async () => {
    await expect(read(asker('postgres'), 'current_user')).rejects.toMatchObject({ code: '42501' })
    await expect(read(asker('anon', '\0'), 'current_user')).rejects.toThrow()
  })

  test('leaves nothing behind on its connection, whatever came of it', async () => {
    for (const [who, expression] of [
      [asker('service_role', '{"sub":"1"}'), '1'],
      [asker('anon'), '1 / 0'],
    ] as const) {
      await read(who, expression).catch(() => {})
      const { rows } = await pools.requests.query(
        "select current_user = session_user as alone, current_setting('request.jwt.claims', true) as claims",
      )
      expect(rows).toEqual([{ alone: true, claims: '' }])
    }
    expect(pools.requests.idleCount).toBe(pools.requests.totalCount)
  })
})
