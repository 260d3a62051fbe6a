import { afterAll, afterEach, describe, expect, onTestFinished, test } from 'vitest'
import { endFault, hasFault } from '#server/platform/faults/faults.ts'
import type { LimitName } from '#server/platform/limits/limits.ts'
import { openLimits } from '#server/platform/limits/open-limits.ts'
import { createTestDatabase } from '../../../tests/support/database.ts'
import { stopTime } from '../../../tests/support/passing-time.ts'
import { testHash } from '../../../tests/support/test-settings.ts'

const database = await createTestDatabase()
afterAll(() => database.drop())
const { sql } = database

const { pass, setClock } = stopTime()
afterEach(async () => {
  await sql`delete from private.rate_limits`
})

/** One process with its limits. */
function startProcess() {
  const limits = openLimits(database.address, testHash)
  let isOpen = true
  const close = async () => {
    if (isOpen) await limits.close()
    isOpen = false
  }
  onTestFinished(close)
  return {
    ...limits,
    close,
    /** The results of so many attempts, one after the other. */
    async takeAll(name: LimitName, key: string, times: number) {
      const waits: number[] = []
      for (let n = 0; n < times; n++) waits.push(await limits.take(name, key))
      return waits
    },
  }
}

const NORA = 'nora@example.org'
const HOME = '192.0.2.1'

describe('in the database', () => {
  test('as many attempts as the limit are allowed, the next waits for the rest of the window', async () => {
    const { takeAll, take } = startProcess()
    expect(await takeAll('recovery-mail', NORA, 4)).toEqual([0, 0, 0, 10_800])
    pass(10_799.5)
    expect(await take('recovery-mail', NORA)).toBe(1)
    pass(0.6)
    expect(await takeAll('recovery-mail', NORA, 4)).toEqual([0, 0, 0, 10_800])
  })

  test('two processes count together', async () => {
    const [one, other] = [startProcess(), startProcess()]
    expect(await one.takeAll('recovery-mail', NORA, 2)).toEqual([0, 0])
    expect(await other.takeAll('recovery-mail', NORA, 2)).toEqual([0, 10_800])
    expect(await one.take('recovery-mail', NORA)).toBe(10_800)
  })

  test('counts survive a restart', async () => {
    const before = startProcess()
    await before.takeAll('recovery-mail', NORA, 3)
    await before.close()
    expect(await startProcess().take('recovery-mail', NORA)).toBe(10_800)
  })

  test('of concurrent attempts in two processes no more are allowed than the limit', async () => {
    const processes = [startProcess(), startProcess()]
    const tries = Array.from({ length: 100 }, (_, n) => processes[n % 2]?.take('sign-in', HOME))
    const waits = await Promise.all(tries)
    expect(waits.filter((wait) => wait === 0)).toHaveLength(30)
  })

  test('each limit and each key has its own count', async () => {
    const { takeAll, take } = startProcess()
    await takeAll('factor-code', 'a', 9)
    expect(await take('factor-code', 'b')).toBe(0)
    expect(await take('factor-changes', 'a')).toBe(0)
  })

  test('a refunded attempt does not count, and a reset key starts again', async () => {
    const [one, other] = [startProcess(), startProcess()]
    await one.takeAll('factor-code', 'a', 5)
    await one.refund('factor-code', 'a')
    expect(await one.takeAll('factor-code', 'a', 2)).toEqual([0, 900])
    await one.reset('factor-code', 'a')
    expect(await one.takeAll('factor-code', 'a', 6)).toEqual([0, 0, 0, 0, 0, 900])
    expect(await other.take('factor-code', 'a')).toBe(900)
    await one.reset('factor-code', 'a')
    pass(10)
    expect(await other.take('factor-code', 'a')).toBe(0)
  })

  test('a refund never allows more attempts than the limit', async () => {
    const { takeAll, refund } = startProcess()
    await refund('factor-code', 'a')
    expect(await takeAll('factor-code', 'a', 6)).toEqual([0, 0, 0, 0, 0, 900])
    pass(901)
    for (let n = 0; n < 9; n++) await refund('factor-code', 'a')
    expect(await takeAll('factor-code', 'a', 6)).toEqual([0, 0, 0, 0, 0, 900])
    expect(await takeAll('factor-code', 'b', 1)).toEqual([0])
    for (let n = 0; n < 3; n++) await refund('factor-code', 'b')
    expect(await takeAll('factor-code', 'b', 6)).toEqual([0, 0, 0, 0, 0, 900])
  })

  test('the case of an account does not matter, and it is not stored in clear text', async () => {
    const { takeAll, take } = startProcess()
    await takeAll('recovery-mail', NORA, 3)
    expect(await take('recovery-mail', NORA.toUpperCase())).toBe(10_800)
    const rows = await sql`select key from private.rate_limits`
    expect(rows).toEqual([{ key: expect.stringMatching(/^recovery-mail:[\w-]{43}$/) }])
  })

  test('every key has its own count, however odd it is', async () => {
    const { takeAll, take } = startProcess()
    const keys = [
      '',
      '__proto__',
      'constructor',
      'a\0b',
      '\uD83D',
      "'; drop table x --",
      '😀'.repeat(100_000),
    ]
    for (const key of keys) {
      expect(await takeAll('recovery-mail', key, 4), key.slice(0, 20)).toEqual([0, 0, 0, 10_800])
    }
    expect(await take('recovery-mail', 'somebody else')).toBe(0)
    for (const key of ['', 'unknown', 'x'.repeat(16_000), 'fe80::1%eth0', '1.2.3.4.5']) {
      expect((await takeAll('sign-in', key, 31)).at(-1)).toBe(300)
    }
  })

  test('an address without attempts left causes hardly any queries', async () => {
    const { takeAll } = startProcess()
    await takeAll('sign-in', HOME, 200)
    pass(11)
    await takeAll('sign-in', HOME, 200)
    expect(await sql`select points from private.rate_limits`).toEqual([{ points: 32 }])
  })
})

describe('IPv6 addresses', () => {
  test('of one /64 count as one', async () => {
    const { take } = startProcess()
    for (let n = 0; n < 30; n++) expect(await take('sign-in', `2001:db8:1:2::${n}`)).toBe(0)
    expect(await take('sign-in', '2001:db8:1:2:ffff::1')).toBe(300)
    expect(await take('sign-in', '2001:db8:1:3::1')).toBe(0)
  })

  test('of one /48 share a limit where guessing would pay off', async () => {
    const { take } = startProcess()
    for (let n = 0; n < 120; n++) expect(await take('sign-in', `2001:db8:1:${n}::1`)).toBe(0)
    expect(await take('sign-in', '2001:db8:1:ffff::1')).toBe(300)
    expect(await take('sign-in', '2001:db8:2:ffff::1')).toBe(0)
    for (let n = 0; n < 121; n++) expect(await take('refresh', `2001:db8:1:${n}::1`)).toBe(0)
    const before = await sql`select count(*)::int from private.rate_limits`
    for (let n = 0; n < 50; n++) expect(await take('sign-in', `2001:db8:1:f${n}::1`)).toBe(300)
    expect(await sql`select count(*)::int from private.rate_limits`).toEqual(before)
  })
})

describe('while the database is unreachable', () => {
  test('each process counts for itself, and earlier counts apply again afterwards', async () => {
    const { takeAll, take, refund, reset } = startProcess()
    await takeAll('recovery-mail', NORA, 2)
    await database.cut()
    try {
      expect(await takeAll('recovery-mail', NORA, 4)).toEqual([0, 0, 0, 10_800])
      await refund('recovery-mail', 'mara@example.org')
      await reset('recovery-mail', 'mara@example.org')
    } finally {
      await database.restore()
    }
    expect(await take('recovery-mail', NORA)).toBe(10_800)
    pass(1)
    expect(await takeAll('recovery-mail', NORA, 2)).toEqual([0, 10_800 - 1])
  })

  test('attempts that would wait too long are counted in memory, and are no fault of the database', async () => {
    const { take } = startProcess()
    await take('recovery-mail', NORA)
    endFault('database')
    await sql.transaction(async (transaction) => {
      await transaction`select from private.rate_limits for update`
      const waits = await Promise.all(Array.from({ length: 5 }, () => take('recovery-mail', NORA)))
      expect(waits.toSorted((a, b) => a - b)).toEqual([0, 0, 0, 10_800, 10_800])
      // The fault is looked for before another statement could end it.
      expect(hasFault('database')).toBe(false)
    })
  })

  test('the number of keys in memory is bounded', async () => {
    const limits = openLimits({ host: '127.0.0.1', port: 1, user: 'nobody', database: 'none' }, testHash)
    onTestFinished(() => limits.close())
    for (let n = 0; n < 3; n++) await limits.take('recovery-mail', NORA)
    expect(await limits.take('recovery-mail', NORA)).toBe(10_800)
    for (let n = 0; n < 50_000; n++) await limits.take('recovery-mail', `${n}@example.org`)
    expect(await limits.take('recovery-mail', NORA)).toBe(0)
  })
})

test('a window that was opened before the clock was set back ends, instead of lasting longer than any', async () => {
  const { takeAll, close } = startProcess()
  expect(await takeAll('recovery-mail', NORA, 4)).toEqual([0, 0, 0, 10_800])
  await close()
  setClock(-3600)
  expect(await startProcess().takeAll('recovery-mail', NORA, 4)).toEqual([0, 0, 0, 10_800])
})

test('while the clock goes forward by an hour, a limit of three hours still holds', async () => {
  const { takeAll, take } = startProcess()
  expect(await takeAll('recovery-mail', NORA, 4)).toEqual([0, 0, 0, 10_800])
  setClock(3590)
  pass(10)
  expect(await take('recovery-mail', NORA)).toBe(7_200)
})

test('searches are counted in each process, without a query', async () => {
  const [one, other] = [startProcess(), startProcess()]
  expect((await one.takeAll('search', HOME, 301)).slice(-2)).toEqual([0, 300])
  expect(await other.take('search', HOME)).toBe(0)
  expect(await sql`select 1 from private.rate_limits`).toEqual([])
})
