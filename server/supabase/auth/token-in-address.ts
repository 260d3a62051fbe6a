import type { IncomingMessage, ServerResponse } from 'node:http'
import { holdsAccessToken } from '#server/supabase/auth/access-token.ts'

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
