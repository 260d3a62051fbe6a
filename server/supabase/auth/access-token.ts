import { randomInt } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { crc32 } from 'node:zlib'
import type { TokenScope } from '#core/domain/access-token.ts'
import { createBatchLoader } from '#server/platform/database/batch-loader.ts'
import type { Sql } from '#server/platform/database/connection.ts'
import { bearerOf, type HeaderReader } from '#server/platform/http/request-headers.ts'
import type { Limits } from '#server/platform/limits/limits.ts'
import type { Caller } from '#server/supabase/auth/bearer-token.ts'
import { hashToken } from '#server/supabase/auth/tokens.ts'

const PREFIX = 'aiw_'
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** 178 random bits. */
const RANDOM_LENGTH = 30
/** CRC-32 of everything before it, in base 62, so that scanners of secrets recognise a token without asking anybody. */
const CHECKSUM_LENGTH = 6
const TOKEN_LENGTH = PREFIX.length + RANDOM_LENGTH + CHECKSUM_LENGTH
const TOKENS = /aiw(?:_|%5f)[0-9A-Za-z]{36}/gi

/** A new access token. It is shown once, and only its hash is stored. */
export function newAccessToken(): string {
  const random = Array.from({ length: RANDOM_LENGTH }, () => DIGITS[randomInt(DIGITS.length)]).join('')
  return PREFIX + random + checksumOf(PREFIX + random)
}

/** Returns true for a credential in the form of an access token, valid or not. */
export const looksLikeAccessToken = (credential: string): boolean => credential.startsWith(PREFIX)

/** Returns true if it can be one of ours: a mistyped or invented token is rejected without a query. */
export function isAccessToken(credential: string): boolean {
  return (
    credential.length === TOKEN_LENGTH &&
    looksLikeAccessToken(credential) &&
    credential.slice(-CHECKSUM_LENGTH) === checksumOf(credential.slice(0, -CHECKSUM_LENGTH))
  )
}

/** Returns true if an address holds an access token, which would appear in logs and histories. */
export function holdsAccessToken(address: string): boolean {
  return (address.match(TOKENS) ?? []).some((found) => isAccessToken(found.replace(/^aiw%5f/i, PREFIX)))
}

/** Returns true if a request has an access token, in either header. */
export function bringsAccessToken(headers: HeaderReader): boolean {
  return [headers.get('apikey') ?? '', bearerOf(headers) ?? ''].some(looksLikeAccessToken)
}

/** The answer of everything that is for people alone. */
export const NOT_FOR_ACCESS_TOKENS =
  'Access tokens work at /rest/v1, /functions/v1 and /storage/v1 only. To sign in, use the publishable key.'

/** The parts of a token by which a person recognises it. */
export const hintOf = (token: string): string => `${token.slice(0, 8)}…${token.slice(-4)}`

function checksumOf(text: string): string {
  let rest = crc32(text)
  let checksum = ''
  while (checksum.length < CHECKSUM_LENGTH) {
    checksum = DIGITS[rest % DIGITS.length] + checksum
    rest = Math.floor(rest / DIGITS.length)
  }
  return checksum
}

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

const SENTENCE =
  'There is an access token in the address. Addresses are written down by servers and browsers, so revoke this token, make another one, and send it in the header Authorization: Bearer.'

/** Refuses a request whose address holds an access token, in a body that all parts of the official client understand. */
export function refuseTokenInAddress(
  { url = '' }: IncomingMessage,
  response: ServerResponse,
  headers: Record<string, string>,
): boolean {
  if (!holdsAccessToken(url)) return false
  const body = {
    code: 'token_in_address',
    message: SENTENCE,
    msg: SENTENCE,
    error: SENTENCE,
    details: null,
    hint: null,
  }
  response
    .writeHead(400, {
      ...headers,
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
    })
    .end(JSON.stringify(body))
  return true
}
