import type { MyMembership } from '#core/domain/role.ts'
import { json } from './network.ts'

/** Who sits at the desk of a screen. */
export interface Account {
  email: string
  /** Null for somebody without a role. */
  member: MyMembership | null
  /** Verified second factors. */
  factors?: {
    id: string
    friendly_name: string
    factor_type: 'totp'
    status: 'verified'
    created_at: string
  }[]
}

export const ADMIN: Account = {
  email: 'admin@example.com',
  member: {
    user_id: '00000000-0000-4000-8000-000000000001',
    name: 'Ada',
    role: 'admin',
    languages: [],
    permissions: [],
    needs_factor: false,
  },
}

/** Somebody else of the desk: the administrator with other rights. */
export const aMember = (member: Partial<MyMembership>, email = 'member@example.com'): Account => ({
  email,
  member: { ...(ADMIN.member as MyMembership), ...member },
})

/** Where the official client stores its session, on the origin of the test runner. */
const STORED_AS = `sb-${window.location.hostname.split('.')[0]}-auth-token`
const HOUR = 3600

/** Signs the account in, with a token that no other test has, because what is known of a token is remembered. */
export function storeSession(account: Account): void {
  localStorage.setItem(STORED_AS, JSON.stringify(sessionOf(account)))
}

function sessionOf(account: Account) {
  const now = Math.floor(Date.now() / 1000)
  const claims = {
    sub: userOf(account).id,
    email: account.email,
    aal: account.factors ? 'aal2' : 'aal1',
    exp: now + HOUR,
    iat: now,
  }
  const encode = (part: object) =>
    btoa(JSON.stringify(part)).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '')
  const token = [
    encode({ alg: 'HS256', typ: 'JWT' }),
    encode({ ...claims, session_id: crypto.randomUUID() }),
    'c2lnbmF0dXJl',
  ].join('.')
  return {
    access_token: token,
    refresh_token: crypto.randomUUID(),
    token_type: 'bearer',
    expires_in: HOUR,
    expires_at: now + HOUR,
    user: userOf(account),
  }
}

const userOf = ({ email, member, factors }: Account) => ({
  id: member?.user_id ?? '00000000-0000-4000-8000-00000000000f',
  aud: 'authenticated',
  role: 'authenticated',
  email,
  factors: factors ?? [],
  app_metadata: {},
  user_metadata: {},
  created_at: '2026-01-01T00:00:00Z',
})

/** The part of `/auth/v1` that an open desk needs; a test that is about more of it answers that itself (`respond`). */
export function answerAuth(account: Account, request: Request, _body: unknown): Response {
  const { pathname } = new URL(request.url)
  if (pathname.endsWith('/user') && request.method === 'GET') return json(userOf(account))
  if (pathname.endsWith('/token')) return json(sessionOf(account))
  if (pathname.endsWith('/logout')) return json(null, 204)
  throw new Error('The test has no answer of this request')
}
