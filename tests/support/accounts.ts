import type { Client } from '#core/data/client.ts'
import type { Sql } from '#server/platform/database/connection.ts'
import { createMember as createAccount, findUserId } from '#server/supabase/auth/accounts.ts'
import { hashPassword } from '#server/supabase/auth/passwords/scrypt-hash.ts'
import { getSignedIn, startSession } from '#server/supabase/auth/sessions/sessions.ts'
import { createAccessTokens } from '#server/supabase/auth/tokens.ts'
import type { TestApp } from './app.ts'
import { TEST_SECRETS } from './test-settings.ts'

const hashes = new Map<string, Promise<string>>()

/** A hash takes a tenth of a second of a core, and most tests have the same few passwords. */
function hashOnce(password: string): Promise<string> {
  const hash = hashes.get(password) ?? hashPassword(password)
  hashes.set(password, hash)
  return hash
}

export const createMember = (sql: Sql, member: Parameters<typeof createAccount>[1]): Promise<string> =>
  createAccount(sql, member, hashOnce)

export const createAdministrator = (sql: Sql, email: string, password: string): Promise<string> =>
  createMember(sql, { email, password, role: 'admin', languages: [], permissions: [] })

/** Gives a client a session as after a password, whose check is left to the tests of signing in. */
export async function signInAs<C extends Client>(
  client: C,
  { siteUrl, database }: Pick<TestApp, 'siteUrl' | 'database'>,
  email: string,
) {
  const { user, session, refreshToken } = await database.sql.transaction(async (sql) => {
    const userId = (await findUserId(sql, email)) ?? ''
    const device = { userAgent: 'node', ip: '127.0.0.1' }
    const started = await startSession(sql, { userId, method: 'password', device })
    return { ...started, ...(await getSignedIn(sql, { ...started, userId })) }
  })
  const { token } = await createAccessTokens({ jwtSecret: TEST_SECRETS.jwtSecret, siteUrl })(user, session)
  const { error } = await client.auth.setSession({ access_token: token, refresh_token: refreshToken })
  if (error) throw error
  return { client, userId: user.id, token, refreshToken }
}
