import { createRateLimit } from '#server/http/rate-limit.ts'

/** How many accounts, and pairs of account and address, are remembered; the oldest are forgotten first. */
const MAX_KEYS = 50_000

export interface GuessLimits {
  /** Wrong passwords for one account from one address. */
  perAddress: { limit: number; windowSeconds: number }
  /**
   * Wrong passwords for one account from addresses that never knew it: after so many each one closes it to such addresses, for
   * 2 s, 4 s, 8 s … up to the longest delay. Counting begins anew when nobody has guessed for a while.
   */
  fromStrangers: { free: number; longestDelaySeconds: number; forgetAfterSeconds: number }
}

/**
 * Limits guesses at one account. Whoever signed in from an address before is not kept out by what strangers do elsewhere.
 * Asynchronous, because other processes may have counted some of them.
 */
export interface GuessLimit {
  /** Counts a try as a wrong one for now. Answers 0 when it may go on, else the seconds to wait. */
  take(account: string, address: string): Promise<number>
  /** It was no guess: the password was right, or could not be checked. */
  giveBack(account: string, address: string): Promise<void>
  /** The password was right: forgets the wrong ones of this address, and knows it from now on. */
  admit(account: string, address: string): Promise<void>
}

/** Counts in this process. */
export function createGuessLimit(
  { perAddress, fromStrangers }: GuessLimits,
  now: () => number = Date.now,
): GuessLimit {
  const pairs = createRateLimit({ ...perAddress, now })
  const accounts = new Map<string, { wrong: number; lastAt: number; opensAt: number }>()
  const knownPairs = new Map<string, true>()
  const pairOf = (account: string, address: string) => `${address} ${account}`

  function takeAsStranger(account: string): number {
    const at = now()
    const { free, longestDelaySeconds, forgetAfterSeconds } = fromStrangers
    const counted = accounts.get(account)
    const current =
      counted && counted.lastAt + forgetAfterSeconds * 1000 > at
        ? counted
        : { wrong: 0, lastAt: at, opensAt: 0 }
    // A try while it is closed does not count: else whoever keeps trying would keep it closed.
    if (current.opensAt > at) return Math.ceil((current.opensAt - at) / 1000)
    current.wrong += 1
    current.lastAt = at
    const delaySeconds = current.wrong > free ? Math.min(2 ** (current.wrong - free), longestDelaySeconds) : 0
    current.opensAt = at + delaySeconds * 1000
    remember(accounts, account, current)
    return 0
  }

  function giveBackAsStranger(account: string): void {
    const counted = accounts.get(account)
    if (!counted) return
    counted.wrong -= 1
    counted.opensAt = 0
  }

  return {
    async take(account, address) {
      const pair = pairOf(account, address)
      const wait = pairs.take(pair)
      if (wait > 0 || knownPairs.has(pair)) return wait
      const closedFor = takeAsStranger(account)
      // It was not a guess.
      if (closedFor > 0) pairs.giveBack(pair)
      return closedFor
    },
    async giveBack(account, address) {
      const pair = pairOf(account, address)
      pairs.giveBack(pair)
      if (!knownPairs.has(pair)) giveBackAsStranger(account)
    },
    async admit(account, address) {
      const pair = pairOf(account, address)
      pairs.forget(pair)
      if (!knownPairs.has(pair)) giveBackAsStranger(account)
      remember(knownPairs, pair, true)
    },
  }
}

function remember<Value>(map: Map<string, Value>, key: string, value: Value): void {
  map.delete(key)
  map.set(key, value)
  if (map.size > MAX_KEYS) map.delete(map.keys().next().value ?? '')
}
