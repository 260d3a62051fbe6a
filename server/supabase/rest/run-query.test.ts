import { afterAll, describe, expect, test } from 'vitest'
import { openRequestPools } from '#server/supabase/rest/request-pools.ts'
import { type DatabaseIdentity, runAs } from '#server/supabase/rest/run-query.ts'
import { createTestDatabase } from '../../../tests/support/database.ts'
import { TEST_SECRETS } from '../../../tests/support/test-settings.ts'

const database = await createTestDatabase()
const pools = await openRequestPools(database.address, database.sql, TEST_SECRETS)
afterAll(async () => {
  await pools.close()
  await database.drop()
})

const identity = (role: string, claims = '{}') =>
  ({ role, claims, clientIp: '192.0.2.1' }) as DatabaseIdentity

/** The value that a read returns. */
async function read(who: DatabaseIdentity, expression: string, values: unknown[] = []) {
  const text = `select 1 as count, (${expression})::text as body, null as total, null as inserted`
  return (await runAs(pools, who, { text, values }, { reads: true })).body
}

describe('a read with the rights of a caller', () => {
  test('has the role and the claims of its caller, also among concurrent reads', async () => {
    const seen = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        read(
          identity(n % 2 ? 'authenticated' : 'anon', `{"sub":"it's ${n}"}`),
          `current_user || ' ' || (auth.jwt() ->> 'sub') || $1`,
          [`!${n}`],
        ),
      ),
    )
    expect(seen).toEqual(
      Array.from({ length: 50 }, (_, n) => `${n % 2 ? 'authenticated' : 'anon'} it's ${n}!${n}`),
    )
  })

  test('cannot write', async () => {
    const subscribe = read(identity('service_role'), "public.subscribe_newsletter('ada@example.org')")
    await expect(subscribe).rejects.toMatchObject({ code: '25006' })
    expect(await database.sql`select 1 from public.newsletter_subscribers`).toEqual([])
  })

  test('does not run when its settings are refused, and the error says why', async () => {
    await expect(read(identity('postgres'), 'current_user')).rejects.toMatchObject({ code: '42501' })
    await expect(read(identity('anon', '\0'), 'current_user')).rejects.toThrow()
  })

  test('leaves no settings on its connection, even after an error', async () => {
    for (const [who, expression] of [
      [identity('service_role', '{"sub":"1"}'), '1'],
      [identity('anon'), '1 / 0'],
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

test('a write that a deadlock has ended is run again', async () => {
  const { sql } = database
  await sql`insert into public.settings (key, value) values ('default_author', '"Ada"'), ('default_reading_time', '"5 min"')`
  const isWaiting = async () =>
    (await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
      .length
  const write = (key: string, value: string) => ({
    text: `with changed as (update public.settings set value = to_jsonb($2::text) where key = $1 returning 1)
      select count(*)::integer as count, null as body, null as total, null as inserted from changed,
        lateral (select pg_advisory_xact_lock(4711)) as locked`,
    values: [key, value],
  })
  const service = identity('service_role', '{"role":"service_role"}')
  const other = await sql.transaction(async (session) => {
    // The other side of the deadlock is the one that PostgreSQL ends.
    await session`select set_config('deadlock_timeout', '60s', true), pg_advisory_xact_lock(4711)`
    const written = runAs(pools, service, write('default_author', 'Bea'), { reads: false })
    await expect.poll(isWaiting).toBe(1)
    await session`update public.settings set value = '"Cleo"' where key = 'default_author'`
    return { written }
  })
  expect((await other.written).count).toBe(1)
  expect(await sql`select value from public.settings where key = 'default_author'`).toEqual([
    { value: 'Bea' },
  ])
})
