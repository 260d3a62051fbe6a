import { describe, expect, test } from 'vitest'
import { createGuessLimit } from '#server/auth/guess-limit.ts'

const NORA = 'nora@example.org'
const HOME = '192.0.2.1'

/** Three guesses from one address in a minute, four from strangers before they wait; by a clock that is told the time. */
function limitByHand() {
  let at = 1_000_000
  const limit = createGuessLimit(
    {
      perAddress: { limit: 3, windowSeconds: 60 },
      fromStrangers: { free: 4, longestDelaySeconds: 10, forgetAfterSeconds: 3600 },
    },
    () => at,
  )
  return {
    ...limit,
    pass: (seconds: number) => {
      at += seconds * 1000
    },
    guess: (address: string, account = NORA) => limit.take(account, address),
    /** One guess each from as many addresses. */
    async guessFromAll(times: number, account = NORA) {
      const waits: number[] = []
      for (let n = 0; n < times; n++) waits.push(await limit.take(account, `203.0.113.${n}`))
      return waits
    },
  }
}

describe('from one address', () => {
  test('so many guesses at an account go on, and other accounts and addresses are none of it', async () => {
    const { guess, pass } = limitByHand()
    expect([await guess(HOME), await guess(HOME), await guess(HOME), await guess(HOME)]).toEqual([
      0, 0, 0, 60,
    ])
    expect(await guess(HOME, 'mara@example.org')).toBe(0)
    expect(await guess('192.0.2.2')).toBe(0)
    pass(60)
    expect(await guess(HOME)).toBe(0)
  })

  test('the right password forgets the wrong ones', async () => {
    const { guess, admit } = limitByHand()
    for (let n = 0; n < 3; n++) {
      expect([await guess(HOME), await guess(HOME), await guess(HOME)]).toEqual([0, 0, 0])
      await admit(NORA, HOME)
    }
  })

  test('a try that could not be checked is no guess', async () => {
    const { guess, giveBack } = limitByHand()
    for (let n = 0; n < 9; n++) {
      expect(await guess(HOME)).toBe(0)
      await giveBack(NORA, HOME)
    }
  })
})

describe('from many addresses', () => {
  test('after so many guesses each one closes the account to strangers for longer', async () => {
    const { guessFromAll, guess, pass } = limitByHand()
    expect(await guessFromAll(6)).toEqual([0, 0, 0, 0, 0, 2])
    pass(2)
    expect([await guess('198.51.100.1'), await guess('198.51.100.2')]).toEqual([0, 4])
    pass(4)
    expect([await guess('198.51.100.3'), await guess('198.51.100.4')]).toEqual([0, 8])
    pass(8)
    expect([await guess('198.51.100.5'), await guess('198.51.100.6')]).toEqual([0, 10])
    pass(10)
    expect([await guess('198.51.100.7'), await guess('198.51.100.8')]).toEqual([0, 10])
  })

  test('guesses while it is closed do not keep it closed', async () => {
    const { guessFromAll, guess, pass } = limitByHand()
    await guessFromAll(5)
    expect(await guessFromAll(50)).toEqual(Array(50).fill(2))
    pass(2)
    expect(await guess(HOME)).toBe(0)
  })

  test('an address that its user signed in from is not kept out', async () => {
    const { guessFromAll, guess, admit, pass } = limitByHand()
    await guess(HOME)
    await admit(NORA, HOME)
    await guessFromAll(40)
    expect([await guess(HOME), await guess(HOME), await guess(HOME)]).toEqual([0, 0, 0])
    // And is no way in for guesses either.
    expect(await guess(HOME)).toBe(60)
    pass(2)
    expect(await guess('198.51.100.1')).toBe(0)
  })

  test('the right password from a new address opens it, without giving guesses back', async () => {
    const { guessFromAll, guess, admit, pass } = limitByHand()
    await guessFromAll(5)
    pass(2)
    expect(await guess(HOME)).toBe(0)
    await admit(NORA, HOME)
    expect([await guess('198.51.100.1'), await guess('198.51.100.2')]).toEqual([0, 4])
  })

  test('after a while without guesses it begins anew', async () => {
    const { guessFromAll, pass } = limitByHand()
    await guessFromAll(9)
    pass(3600)
    expect(await guessFromAll(6)).toEqual([0, 0, 0, 0, 0, 2])
  })

  test('each account has its own count, whatever it is called', async () => {
    const { guessFromAll } = limitByHand()
    await guessFromAll(9)
    for (const account of ['__proto__', 'constructor', '', 'nora@example.com']) {
      expect(await guessFromAll(6, account)).toEqual([0, 0, 0, 0, 0, 2])
    }
  })
})

test('guesses that come at once are counted before any of them is answered', async () => {
  const { guess } = limitByHand()
  const waits = await Promise.all(Array.from({ length: 10 }, () => guess(HOME)))
  expect(waits.filter((wait) => wait === 0)).toHaveLength(3)
})
