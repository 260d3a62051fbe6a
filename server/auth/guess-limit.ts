import { createHash } from 'node:crypto'
import type { Session, Sql } from '#server/database/connection.ts'
import { GUESSES_FROM_STRANGERS, KNOWN_ADDRESSES, type Limits } from '#server/limits/limits.ts'

/**
 * Limits guesses at one account, for all processes. Whoever signed in from an address before is not kept out by what strangers
 * do elsewhere. An account is the e-mail address that was named, whether anybody has it or not.
 */
export interface GuessLimit {
  /**
   * Counts a try as a wrong one for now. Answers 0 seconds to wait when it may go on, and whether the account has signed in from
   * this address in the last weeks.
   */
  take(account: string, address: string): Promise<{ wait: number; isKnown: boolean }>
  /** It was no guess: the password was right, or could not be checked. */
  giveBack(account: string, address: string): Promise<void>
  /** The password was right: forgets the wrong ones of this address, and knows it from now on. */
  admit(account: string, address: string): Promise<void>
  /** Whoever can read the mail of an account asks: opens it to everyone, forgets all guesses, and knows this address. */
  open(account: string, address: string): Promise<void>
}

/** Not this moment, because the clocks of processes differ. */
const OPEN = new Date(0)

export function createGuessLimit({ sql, limits }: { sql: Sql; limits: Limits }): GuessLimit {
  const { free, longestDelaySeconds, forgetAfterSeconds } = GUESSES_FROM_STRANGERS
  const { perAccount, days } = KNOWN_ADDRESSES

  /** A try while it is closed does not count: else whoever keeps trying would keep it closed. */
  async function takeAsStranger(account: string): Promise<number> {
    const now = new Date()
    const begin = new Date(now.getTime() - forgetAfterSeconds * 1000)
    const [row] = await sql<[{ wait: number }]>`
      with counted as (
        insert into private.guesses_from_strangers as known (account, wrong, last_at, opens_at)
        values (${account}, 1, ${now}, ${OPEN})
        on conflict (account) do update set
          wrong = case when known.last_at > ${begin} then known.wrong + 1 else 1 end,
          last_at = ${now},
          opens_at = case when known.last_at > ${begin} and known.wrong >= ${free} then ${now}::timestamptz
            + make_interval(secs => least(2 ^ least(known.wrong + 1 - ${free}, 30), ${longestDelaySeconds})) else ${OPEN} end
        where known.opens_at <= ${now}
        returning 1)
      select case when exists (select from counted) then 0 else greatest(1, coalesce((
        select ceil(extract(epoch from opens_at - ${now})) from private.guesses_from_strangers where account = ${account}
      ), 1)) end::integer as wait`
    return row.wait
  }

  async function giveBackAsStranger(account: string): Promise<void> {
    await sql`
      update private.guesses_from_strangers set wrong = greatest(wrong - 1, 0), opens_at = ${OPEN}
      where account = ${account}`
  }

  async function isKnown(account: string, address: string): Promise<boolean> {
    const [row] = await sql`
      select from private.known_addresses
      where account = ${account} and address = ${address} and last_at > ${new Date(Date.now() - days * 86_400_000)}`
    return row !== undefined
  }

  async function know(account: string, address: string): Promise<void> {
    await sql`
      insert into private.known_addresses (account, address, last_at) values (${account}, ${address}, ${new Date()})
      on conflict (account, address) do update set last_at = excluded.last_at`
    await sql`
      delete from private.known_addresses where account = ${account} and address in (
        select address from private.known_addresses where account = ${account} order by last_at desc offset ${perAccount})`
  }

  return {
    async take(account, address) {
      const { accountHash, addressHash, pair } = hashesOf(account, address)
      const wait = await limits.take('guess', pair)
      if (wait > 0) return { wait, isKnown: false }
      try {
        if (await isKnown(accountHash, addressHash)) return { wait: 0, isKnown: true }
        const closedFor = await takeAsStranger(accountHash)
        if (closedFor > 0) await limits.giveBack('guess', pair)
        return { wait: closedFor, isKnown: false }
      } catch (error) {
        // Without the database nobody can be told whether a guess was right.
        await limits.giveBack('guess', pair)
        throw error
      }
    },
    async giveBack(account, address) {
      const { accountHash, addressHash, pair } = hashesOf(account, address)
      await limits.giveBack('guess', pair)
      if (!(await isKnown(accountHash, addressHash))) await giveBackAsStranger(accountHash)
    },
    async admit(account, address) {
      const { accountHash, addressHash, pair } = hashesOf(account, address)
      await limits.forget('guess', pair)
      if (!(await isKnown(accountHash, addressHash))) await giveBackAsStranger(accountHash)
      await know(accountHash, addressHash)
    },
    async open(account, address) {
      const { accountHash, addressHash, pair } = hashesOf(account, address)
      await limits.forget('guess', pair)
      await openToStrangers(sql, account)
      await know(accountHash, addressHash)
    },
  }
}

/** Opens an account to everyone, for whoever runs the site. */
export async function openToStrangers(sql: Session, account: string): Promise<void> {
  await sql`delete from private.guesses_from_strangers where account = ${hashesOf(account, '').accountHash}`
}

/** Addresses of people and of networks are not kept in clear; the account in any case is one. */
function hashesOf(account: string, address: string) {
  const hash = (text: string) => createHash('sha256').update(text).digest('base64url')
  const [accountHash, addressHash] = [hash(account.toLowerCase()), hash(address)]
  return { accountHash, addressHash, pair: `${accountHash} ${addressHash}` }
}
