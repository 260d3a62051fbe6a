import { createClient } from '@supabase/supabase-js'
import { SignJWT } from 'jose'
import type { Client } from '#core/data/client.ts'
import type { Database } from '#core/data/database.ts'
import { issuerOf } from '#server/supabase/auth/tokens.ts'
import type { TestApp } from './app.ts'
import { tokensOf } from './mint-token.ts'
import { TEST_SECRETS } from './test-settings.ts'

let addresses = 0

/** A client address that no test has used yet; for an app that trusts a proxy. */
export function freshAddress(): string {
  addresses += 1
  return `10.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}`
}

/** The official client, with a client address of its own. */
export function clientFrom(app: TestApp, address = freshAddress()): Client {
  return createClient<Database>(app.url, TEST_SECRETS.publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    global: { headers: { 'x-forwarded-for': address } },
  })
}

/** A plain HTTP request to /auth/v1, with a client address of its own. */
export async function requestAuth(
  app: TestApp,
  path: string,
  options: {
    method?: string
    token?: string
    /** Sent as JSON, unless it is a string. */
    body?: unknown
    headers?: Record<string, string>
    address?: string
  } = {},
) {
  const { token, body, headers, address = freshAddress() } = options
  const response = await fetch(`${app.url}/auth/v1${path}`, {
    method: options.method ?? (body === undefined ? 'GET' : 'POST'),
    headers: {
      apikey: TEST_SECRETS.publishableKey,
      'content-type': 'application/json;charset=UTF-8',
      'x-forwarded-for': address,
      ...(token && { authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(body !== undefined && {
      body: typeof body === 'string' || body instanceof Uint8Array ? (body as string) : JSON.stringify(body),
    }),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text ? JSON.parse(text) : null }
}

/** A token like ours, with some claims changed. */
export function signToken(
  claims: Record<string, unknown> = {},
  { secret = TEST_SECRETS.jwtSecret, expires = '1h' }: { secret?: string; expires?: string | number } = {},
): Promise<string> {
  const iss = issuerOf(tokensOf.siteUrl)
  return new SignJWT({ iss, aud: 'authenticated', role: 'authenticated', ...claims })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setExpirationTime(expires)
    .sign(new TextEncoder().encode(secret))
}
