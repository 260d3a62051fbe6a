import type { Session } from '#server/platform/database/connection.ts'
import { GUESSES_FROM_UNKNOWN_ADDRESSES, KNOWN_ADDRESSES } from '#server/platform/limits/limits.ts'

/** Deletes expired counts and addresses. */
export async function purgeLimits(sql: Session): Promise<void> {
  const now = Date.now()
  const secondsAgo = (seconds: number) => new Date(now - seconds * 1000)
  await sql`delete from private.rate_limits where expire <= ${now}`
  await sql`
    delete from private.guesses_from_strangers
    where last_at <= ${secondsAgo(GUESSES_FROM_UNKNOWN_ADDRESSES.forgetAfterSeconds)} and opens_at <= ${new Date(now)}`
  await sql`delete from private.known_addresses where last_at <= ${secondsAgo(KNOWN_ADDRESSES.days * 86_400)}`
}
