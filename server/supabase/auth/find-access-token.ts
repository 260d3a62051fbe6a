import type { TokenScope } from '#core/domain/access-token.ts'
import { createBatchLoader } from '#server/platform/database/batch-loader.ts'
import type { Sql } from '#server/platform/database/connection.ts'
import type { Limits } from '#server/platform/limits/limits.ts'
import { isAccessToken } from '#server/supabase/auth/access-token.ts'
import type { Caller } from '#server/supabase/auth/bearer-token.ts'
import { hashToken } from '#server/supabase/auth/tokens.ts'

/** The last use is written to the minute. */
const USE_WRITTEN_EVERY_SECONDS = 60

interface Row {
  hash: string
  id: string
  made_by: string
  scopes: TokenScope[]
  /** The time in the database, in seconds since 1970: the clocks of several machines differ. */
  began: number
  has_ended: boolean
  is_usable: boolean
  is_noted: boolean
}

const ANOTHER = 'An administrator can make another one on the desk.'
const UNKNOWN_TOKEN = `This access token is not known: it was mistyped, or it was revoked. ${ANOTHER}`
const EXPIRED_TOKEN = `This access token has expired. ${ANOTHER}`

/**
 * Finds out whose an access token is. Every request asks the database, so that a token that was revoked is refused by all processes at
 * once; requests that come together ask together.
 */
export function createTokenCheck({ sql, limits }: { sql: Sql; limits: Limits }) {
  const load = createBatchLoader(async (hashes) => {
    const rows = await sql<Row[]>`
      select hash, id, made_by, scopes, extract(epoch from now())::float8 as began, ends_at <= now() as has_ended,
        private.can_administrate(made_by) as is_usable,
        coalesce(last_used_at > now() - make_interval(secs => ${USE_WRITTEN_EVERY_SECONDS}), false) as is_noted
      from public.access_tokens where hash = any(${hashes}::text[])`
    return new Map(rows.map((row) => [row.hash, row]))
  })

  /** Several processes may see that it is time; one of them writes. */
  const noteUse = (id: string) => sql`
    update public.access_tokens set last_used_at = now()
    where id = ${id} and (last_used_at is null or last_used_at <= now() - make_interval(secs => ${USE_WRITTEN_EVERY_SECONDS}))`

  return async (token: string): Promise<Caller> => {
    const refused = (reason: string, wait = 0): Caller => ({ kind: 'refused', reason, wait })
    if (!isAccessToken(token)) return refused(UNKNOWN_TOKEN)
    const row = await load(hashToken(token))
    if (!row?.is_usable) return refused(UNKNOWN_TOKEN)
    if (row.has_ended) return refused(EXPIRED_TOKEN)
    const wait = await limits.take('token', row.id)
    if (wait > 0) return refused('Too many requests with this access token.', wait)
    if (!row.is_noted) await noteUse(row.id)
    return {
      kind: 'token',
      tokenId: row.id,
      userId: row.made_by,
      scopes: row.scopes,
      claims: { role: 'access_token', sub: row.made_by, token_id: row.id, began: row.began },
    }
  }
}
