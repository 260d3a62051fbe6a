import { createHash } from 'node:crypto'
import type { Session, Sql } from '#server/platform/database/connection.ts'
import {
  GUESSES_FROM_UNKNOWN_ADDRESSES,
  KNOWN_ADDRESSES,
  type Limits,
} from '#server/platform/limits/limits.ts'
import type { HashAddress } from '#server/platform/limits/open-limits.ts'

/**
 * Limits wrong passwords per account, for all processes together. A user who has signed in from an address before is not locked
 * out by attempts from other addresses. An account is the e-mail address that was entered, whether it exists or not.
 */
export interface SignInThrottle {
  /**
   * Counts an attempt as a wrong one for now. Returns the seconds to wait, 0 when it is allowed, and whether the account has
   * signed in from this address in the last weeks.
   */
  take(account: string, address: string): Promise<{ wait: number; isKnown: boolean }>
  /** Uncounts an attempt whose password was right, or could not be checked. */
  refund(account: string, address: string): Promise<void>
  /** Resets the count of this address after a sign-in, and remembers it as known. */
  recordSuccess(account: string, address: string): Promise<void>
  /** Unlocks the account for all addresses after an emailed link was followed, resets the counts, and remembers the address as known. */
  unlock(account: string, address: string): Promise<void>
}

/** The time of an account that is not locked. Long past, because the clocks of processes differ. */
const NOT_LOCKED = new Date(0)

export function createSignInThrottle({
  sql,
  limits,
  hashAddress,
}: {
  sql: Sql
  limits: Limits
  hashAddress: HashAddress
}): SignInThrottle {
  const { free, longestDelaySeconds, forgetAfterSeconds } = GUESSES_FROM_UNKNOWN_ADDRESSES
  const { perAccount, days } = KNOWN_ADDRESSES

  /** An attempt while the account is locked does not count; otherwise constant attempts would keep it locked. */
  async function takeFromUnknownAddress(account: string): Promise<number> {
    const now = new Date()
    const begin = new Date(now.getTime() - forgetAfterSeconds * 1000)
    const [row] = await sql<[{ wait: number }]>`
      with counted as (
        insert into private.guesses_from_strangers as known (account, wrong, last_at, opens_at)
        values (${account}, 1, ${now}, ${NOT_LOCKED})
        on conflict (account) do update set
          wrong = case when known.last_at > ${begin} then known.wrong + 1 else 1 end,
          last_at = ${now},
          opens_at = case when known.last_at > ${begin} and known.wrong >= ${free} then ${now}::timestamptz
            + make_interval(secs => least(2 ^ least(known.wrong + 1 - ${free}, 30), ${longestDelaySeconds})) else ${NOT_LOCKED} end
        where known.opens_at <= ${now}
        returning 1)
      select case when exists (select from counted) then 0 else greatest(1, coalesce((
        select ceil(extract(epoch from opens_at - ${now})) from private.guesses_from_strangers where account = ${account}
      ), 1)) end::integer as wait`
    return row.wait
  }

  async function refundFromUnknownAddress(account: string): Promise<void> {
    await sql`
      update private.guesses_from_strangers set wrong = greatest(wrong - 1, 0), opens_at = ${NOT_LOCKED}
      where account = ${account}`
  }

  async function isKnown(account: string, address: string): Promise<boolean> {
    const [row] = await sql`
      select from private.known_addresses
      where account = ${account} and address = ${address} and last_at > ${new Date(Date.now() - days * 86_400_000)}`
    return row !== undefined
  }

  async function rememberAddress(account: string, address: string): Promise<void> {
    await sql`
      insert into private.known_addresses (account, address, last_at) values (${account}, ${address}, ${new Date()})
      on conflict (account, address) do update set last_at = excluded.last_at`
    await sql`
      delete from private.known_addresses where account = ${account} and address in (
        select address from private.known_addresses where account = ${account} order by last_at desc offset ${perAccount})`
  }

  function hashesOf(account: string, address: string) {
    const [accountHash, addressHash] = [hashAccount(account), hashAddress(address)]
    return { accountHash, addressHash, pair: `${accountHash} ${addressHash}` }
  }

  return {
    async take(account, address) {
      const { accountHash, addressHash, pair } = hashesOf(account, address)
      const wait = await limits.take('guess', pair)
      if (wait > 0) return { wait, isKnown: false }
      try {
        if (await isKnown(accountHash, addressHash)) return { wait: 0, isKnown: true }
        const lockedFor = await takeFromUnknownAddress(accountHash)
        if (lockedFor > 0) await limits.refund('guess', pair)
        return { wait: lockedFor, isKnown: false }
      } catch (error) {
        // Without the database no password can be checked, so the attempt does not count.
        await limits.refund('guess', pair)
        throw error
      }
    },
    async refund(account, address) {
      const { accountHash, addressHash, pair } = hashesOf(account, address)
      await limits.refund('guess', pair)
      if (!(await isKnown(accountHash, addressHash))) await refundFromUnknownAddress(accountHash)
    },
    async recordSuccess(account, address) {
      const { accountHash, addressHash, pair } = hashesOf(account, address)
      await limits.reset('guess', pair)
      if (!(await isKnown(accountHash, addressHash))) await refundFromUnknownAddress(accountHash)
      await rememberAddress(accountHash, addressHash)
    },
    async unlock(account, address) {
      const { accountHash, addressHash, pair } = hashesOf(account, address)
      await limits.reset('guess', pair)
      await unlockAccount(sql, account)
      await rememberAddress(accountHash, addressHash)
    },
  }
}

/** Unlocks an account for all addresses. */
export async function unlockAccount(sql: Session, account: string): Promise<void> {
  await sql`delete from private.guesses_from_strangers where account = ${hashAccount(account)}`
}

/** The case of an e-mail address does not matter. */
const hashAccount = (account: string) =>
  createHash('sha256').update(account.toLowerCase()).digest('base64url')
