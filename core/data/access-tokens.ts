import { type Answer, callFunction } from '#core/data/call-function.ts'
import type { Client } from '#core/data/client.ts'
import type { AccessToken, AccessTokenInput } from '#core/domain/access-token.ts'

/** Access tokens, the latest first. */
export async function listAccessTokens(client: Client): Promise<AccessToken[]> {
  const { data } = await client
    .from('access_tokens')
    .select('*')
    .order('created_at', { ascending: false })
    .throwOnError()
  return data
}

/** Makes a token, which the answer alone contains; refused with `wrong_password`, or when there are too many. */
export const makeAccessToken = (
  client: Client,
  input: AccessTokenInput,
): Promise<Answer<{ id: string; token: string }>> =>
  callFunction(client, 'make-access-token', input, [400, 409, 429, 503])

/** Ends a token at once; false when the caller sees none. */
export async function revokeAccessToken(client: Client, id: string): Promise<boolean> {
  const { data } = await client.from('access_tokens').delete().eq('id', id).select('id').throwOnError()
  return data.length > 0
}
