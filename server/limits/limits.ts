/**
 * How often. `points` tries in a window of `seconds` that begins with the first; `wide` is how many all addresses of one
 * IPv6 /48 have together. In the database a limit counts for all processes; in memory each counts for itself.
 */
export interface Limit {
  per: 'address' | 'account' | 'account and address' | 'user' | 'factor'
  points: number
  seconds: number
  wide?: number
  where: 'database' | 'memory'
}

/** Every limit on how often somebody may do something; a test holds the table of `docs/self-hosting.md` to it. */
export const LIMITS = {
  'sign-in': { per: 'address', points: 30, seconds: 300, wide: 120, where: 'database' },
  // Wrong passwords.
  guess: { per: 'account and address', points: 10, seconds: 900, where: 'database' },
  'password-change': { per: 'user', points: 10, seconds: 900, where: 'database' },
  refresh: { per: 'address', points: 150, seconds: 300, where: 'database' },
  // Of an account that nobody has as well, so that a refusal tells nothing. Each mail is a way in, so a stranger who asks for
  // all of them keeps the owner waiting for three hours and no longer.
  'recovery-mail': { per: 'account', points: 3, seconds: 10_800, where: 'database' },
  recovery: { per: 'address', points: 10, seconds: 900, wide: 40, where: 'database' },
  verify: { per: 'address', points: 30, seconds: 300, wide: 120, where: 'database' },
  'factor-code': { per: 'factor', points: 5, seconds: 900, where: 'database' },
  // Of a million codes three are right at any time: who has the password would find one within the year.
  'factor-code-day': { per: 'factor', points: 25, seconds: 86_400, where: 'database' },
  'wrong-codes-notice': { per: 'user', points: 1, seconds: 86_400, where: 'database' },
  'factor-changes': { per: 'user', points: 20, seconds: 3600, where: 'database' },
  invitation: { per: 'user', points: 20, seconds: 3600, where: 'database' },
  // The other routes of sign-in.
  auth: { per: 'address', points: 120, seconds: 300, where: 'database' },
  subscribe: { per: 'address', points: 20, seconds: 600, where: 'database' },
  'confirmation-mail': { per: 'address', points: 20, seconds: 600, where: 'database' },
  // Against load, which each process has for itself; nothing can be guessed, and readers wait for no count.
  search: { per: 'address', points: 300, seconds: 300, where: 'memory' },
} as const satisfies Record<string, Limit>

export type LimitName = keyof typeof LIMITS

/**
 * Wrong passwords for one account from addresses that it never signed in from: after so many each one closes it to such
 * addresses, for 2 s, 4 s, 8 s … up to the longest delay. Counting begins anew when nobody has guessed for a while.
 */
export const GUESSES_FROM_STRANGERS = { free: 30, longestDelaySeconds: 900, forgetAfterSeconds: 86_400 }
/** Addresses that an account signed in from, which are no strangers; beyond so many the oldest is forgotten. */
export const KNOWN_ADDRESSES = { perAccount: 20, days: 90 }

export interface Limits {
  /**
   * Counts one try. Answers 0 when it may go on, else the seconds to wait. The key is whom the limit is per: the client's
   * network address (`clientIp`), the e-mail address of an account in any case, or an id.
   */
  take(name: LimitName, key: string): Promise<number>
  /** Takes one try back, which turned out not to be one of those that are limited. */
  giveBack(name: LimitName, key: string): Promise<void>
  /** Forgets every try of a key. */
  forget(name: LimitName, key: string): Promise<void>
}
