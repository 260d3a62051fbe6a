import { hash } from 'node:crypto'
import { afterAll, afterEach, describe, expect, onTestFinished, test } from 'vitest'
import { createAddressHash, openLimits } from '#server/platform/limits/open-limits.ts'
import { createSignInThrottle } from '#server/supabase/auth/sign-in-throttle.ts'
import { createTestDatabase } from '../../../tests/support/database.ts'
import { stopTime } from '../../../tests/support/passing-time.ts'
import { testHash } from '../../../tests/support/test-settings.ts'

const NORA = 'nora@example.org'
const HOME = '192.0.2.1'
const DAY = 86_400

const database = await createTestDatabase()
afterAll(() => database.drop())
const { sql } = database

const { pass } = stopTime()
afterEach(async () => {
  await sql.script(
    'truncate private.rate_limits, private.guesses_from_strangers; delete from private.known_addresses',
  )
})

/** The limit of one process; all share one database. */
function startProcess() {
  const limits = openLimits(database.address, testHash)
  onTestFinished(() => limits.close())
  const limit = createSignInThrottle({ sql, limits, hashAddress: testHash })
  const guess = async (address: string, account = NORA) => (await limit.take(account, address)).wait
  return {
    ...limit,
    guess,
    isKnown: async (account: string, address: string) => (await limit.take(account, address)).isKnown,
    /** One guess from each of so many addresses. */
    async guessFromAll(times: number, account = NORA) {
      const waits: number[] = []
      for (let n = 0; n < times; n++) waits.push(await guess(`203.0.113.${n}`, account))
      return waits
    },
  }
}

const free = (times: number) => Array<number>(times).fill(0)

describe('from one address', () => {
  test('ten guesses at an account are allowed, and other accounts and addresses are not affected', async () => {
    const { guess } = startProcess()
    for (let n = 0; n < 10; n++) expect(await guess(HOME)).toBe(0)
    expect(await guess(HOME)).toBe(900)
    expect(await guess(HOME, 'mara@example.org')).toBe(0)
    expect(await guess('192.0.2.2')).toBe(0)
    pass(900)
    expect(await guess(HOME)).toBe(0)
  })

  test('the right password resets the count', async () => {
    const { guess, recordSuccess } = startProcess()
    for (let round = 0; round < 3; round++) {
      for (let n = 0; n < 10; n++) expect(await guess(HOME)).toBe(0)
      await recordSuccess(NORA, HOME)
    }
  })

  test('an attempt that could not be checked does not count', async () => {
    const { guess, refund } = startProcess()
    for (let n = 0; n < 40; n++) {
      expect(await guess(HOME)).toBe(0)
      await refund(NORA, HOME)
    }
  })

  test('concurrent guesses in two processes are counted before they are checked', async () => {
    const processes = [startProcess(), startProcess()]
    const waits = await Promise.all(Array.from({ length: 30 }, (_, n) => processes[n % 2]?.guess(HOME)))
    expect(waits.filter((wait) => wait === 0)).toHaveLength(10)
  })
})

describe('from many addresses', () => {
  test('after thirty guesses each one locks the account for unknown addresses for longer', async () => {
    const { guessFromAll, guess } = startProcess()
    expect(await guessFromAll(32)).toEqual([...free(31), 2])
    let last = 2
    for (const [n, delay] of [4, 8, 16, 32, 64, 128, 256, 512, 900, 900].entries()) {
      pass(last)
      expect([await guess(`198.51.100.${n}`), await guess(`192.0.2.${n}`)]).toEqual([0, delay])
      last = delay
    }
  })

  test('two processes count together, and the count survives a restart', async () => {
    expect(await startProcess().guessFromAll(20)).toEqual(free(20))
    expect(await startProcess().guessFromAll(12)).toEqual([...free(11), 2])
    expect(await startProcess().guess(HOME)).toBe(2)
  })

  test('of concurrent guesses no more are allowed than the limit', async () => {
    const processes = [startProcess(), startProcess()]
    const waits = await Promise.all(
      Array.from({ length: 100 }, (_, n) => processes[n % 2]?.guess(`203.0.113.${n}`)),
    )
    expect(waits.filter((wait) => wait === 0)).toHaveLength(31)
  })

  test('guesses while the account is locked do not keep it locked', async () => {
    const { guessFromAll, guess } = startProcess()
    await guessFromAll(31)
    expect(await guessFromAll(50)).toEqual(Array(50).fill(2))
    pass(2)
    expect(await guess(HOME)).toBe(0)
  })

  test('an address that signed in before is not locked out, also after a restart', async () => {
    const { guessFromAll, guess, recordSuccess } = startProcess()
    await guess(HOME)
    await recordSuccess(NORA, HOME)
    await guessFromAll(40)
    const restarted = startProcess()
    for (let n = 0; n < 10; n++) expect(await restarted.guess(HOME)).toBe(0)
    // Guesses from it are still limited.
    expect(await restarted.guess(HOME)).toBe(900)
    pass(2)
    expect(await guess('198.51.100.1')).toBe(0)
  })

  test('an address is known for one account, in any case of its e-mail address', async () => {
    const { isKnown, recordSuccess } = startProcess()
    await recordSuccess(NORA, HOME)
    expect([
      await isKnown(NORA.toUpperCase(), HOME),
      await isKnown('mara@example.org', HOME),
      await isKnown(NORA, '192.0.2.2'),
    ]).toEqual([true, false, false])
  })

  test('an address is known for ninety days after the last sign-in, and an account has at most twenty', async () => {
    const { isKnown, recordSuccess } = startProcess()
    await recordSuccess(NORA, HOME)
    pass(89 * DAY)
    await recordSuccess(NORA, HOME)
    pass(89 * DAY)
    expect(await isKnown(NORA, HOME)).toBe(true)
    pass(DAY)
    expect(await isKnown(NORA, HOME)).toBe(false)
    for (let n = 0; n < 25; n++) {
      pass(1)
      await recordSuccess(NORA, `203.0.113.${n}`)
    }
    expect([await isKnown(NORA, '203.0.113.4'), await isKnown(NORA, '203.0.113.5')]).toEqual([false, true])
    const rows = await sql`select account, address from private.known_addresses`
    expect(rows).toHaveLength(20)
    expect(JSON.stringify(rows)).not.toMatch(/nora|203\.0/)
  })

  test('the right password from a new address ends the lock, but does not reset the count', async () => {
    const { guessFromAll, guess, recordSuccess } = startProcess()
    await guessFromAll(31)
    pass(2)
    expect(await guess(HOME)).toBe(0)
    await recordSuccess(NORA, HOME)
    expect([await guess('198.51.100.1'), await guess('198.51.100.2')]).toEqual([0, 4])
  })

  test('following a mailed link unlocks the account at once and makes the address known', async () => {
    const [{ guessFromAll, guess, unlock }, other] = [startProcess(), startProcess()]
    for (let n = 0; n < 10; n++) await guess(HOME)
    await guessFromAll(40)
    expect([await guess(HOME), await guess('192.0.2.2')]).toEqual([900, 2])
    await unlock(NORA, HOME)
    expect([await guess(HOME), await other.guess(HOME), await guess('192.0.2.2')]).toEqual([0, 0, 0])
    await guessFromAll(40)
    expect([await guess(HOME), await guess('192.0.2.3')]).toEqual([0, 2])
  })

  test('after a day without guesses the count starts again', async () => {
    const { guessFromAll } = startProcess()
    await guessFromAll(40)
    pass(DAY)
    expect(await guessFromAll(32)).toEqual([...free(31), 2])
  })

  test('each account has its own count, however odd its name', async () => {
    const { guessFromAll } = startProcess()
    await guessFromAll(32)
    for (const account of ['__proto__', 'constructor', '', 'a\0b', '\uD83D', 'nora@example.com']) {
      expect(await guessFromAll(32, account)).toEqual([...free(31), 2])
    }
  })
})

test('what is stored of a network address is found by hashing it only with the secret of the site', async () => {
  const [site, other] = [testHash, createAddressHash('the secret of another site, as long')]
  const { guess, recordSuccess } = startProcess()
  await guess(HOME)
  await recordSuccess(NORA, HOME)
  const limits = openLimits(database.address, site)
  onTestFinished(() => limits.close())
  await limits.take('sign-in', HOME)
  const stored = JSON.stringify(
    await sql`select key, null from private.rate_limits union all select account, address from private.known_addresses`,
  )
  const hashes = (['hex', 'base64', 'base64url'] as const).map((of) => hash('sha256', HOME, of))
  for (const found of [HOME, other(HOME), ...hashes]) expect(stored).not.toContain(found)
  expect(stored.split(site(HOME))).toHaveLength(3)
})

test('without a database no password is checked, and no attempt is counted', async () => {
  const { guess } = startProcess()
  await database.cut()
  try {
    for (let n = 0; n < 20; n++) await expect(guess(HOME)).rejects.toThrow()
  } finally {
    await database.restore()
  }
  pass(1)
  for (let n = 0; n < 10; n++) expect(await guess(HOME)).toBe(0)
})
