import { createClient } from '@supabase/supabase-js'
import type { Client } from '#core/data/client.ts'
import type { Database } from '#core/data/database.ts'
import { type TokenScope, withImpliedScopes } from '#core/domain/access-token.ts'
import type { Sql } from '#server/platform/database/connection.ts'
import { hintOf, newAccessToken } from '#server/supabase/auth/access-token.ts'
import { hashToken } from '#server/supabase/auth/tokens.ts'
import { ADMIN, type TestApp } from './app.ts'

/** Stores an access token as if an administrator had made it, and returns it. */
export async function insertAccessToken(
  sql: Sql,
  { scopes, name = 'A script', email = ADMIN.email }: { scopes: TokenScope[]; name?: string; email?: string },
): Promise<string> {
  const token = newAccessToken()
  await sql`
    insert into public.access_tokens (name, hint, hash, scopes, made_by, ends_at)
    select ${name}, ${hintOf(token)}, ${hashToken(token)}, ${withImpliedScopes(scopes)}::text[], id, now() + interval '30 days'
    from auth.users where email = ${email}`
  return token
}

/** The official client with an access token as its key. */
export function clientWith({ url }: Pick<TestApp, 'url'>, token: string): Client {
  return createClient<Database>(url, token, { auth: { persistSession: false, autoRefreshToken: false } })
}
