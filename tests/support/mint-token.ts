import { randomUUID } from 'node:crypto'
import { SignJWT } from 'jose'
import type { Sql } from '#server/platform/database/connection.ts'
import { issuerOf } from '#server/supabase/auth/tokens.ts'
import { TEST_SECRETS, TEST_SITE_URL } from './test-settings.ts'

/** The site whose tokens tests sign themselves: that of the app that was started last. */
export const tokensOf = { siteUrl: TEST_SITE_URL }

/** Creates a session for a user, and an access token for it. */
export async function mintToken(sql: Sql, email: string): Promise<string> {
  const [user] = await sql<{ id: string }[]>`select id from auth.users where email = ${email}`
  if (!user) throw new Error(`There is no user ${email}`)
  const sessionId = randomUUID()
  await sql`insert into auth.sessions (id, user_id, aal) values (${sessionId}, ${user.id}, 'aal1')`
  return new SignJWT({ role: 'authenticated', aal: 'aal1', session_id: sessionId, email })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setSubject(user.id)
    .setAudience('authenticated')
    .setIssuer(issuerOf(tokensOf.siteUrl))
    .setIssuedAt()
    .setExpirationTime('1h')
    .sign(new TextEncoder().encode(TEST_SECRETS.jwtSecret))
}
