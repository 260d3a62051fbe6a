import { randomUUID } from 'node:crypto'
import { SignJWT } from 'jose'
import type { Sql } from '#server/platform/database/connection.ts'
import { TEST_SECRETS } from './test-settings.ts'

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
    .setIssuedAt()
    .setExpirationTime('1h')
    .sign(new TextEncoder().encode(TEST_SECRETS.jwtSecret))
}
