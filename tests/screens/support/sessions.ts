import type { MyMembership } from '#core/domain/role.ts'
import { sessionOf } from './auth.ts'

/** The user of a screen. */
export interface Account {
  email: string
  /** Null for somebody without a role. */
  member: MyMembership | null
  /** The second factors; the session of an open desk has shown one. */
  factors?: {
    id: string
    friendly_name: string
    factor_type: 'totp' | 'recovery_code'
    status: 'verified' | 'unverified'
    created_at: string
    updated_at: string
    last_challenged_at?: string
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

/** The key under which the official client stores its session, on the origin of the test runner. */
const STORED_AS = `sb-${window.location.hostname.split('.')[0]}-auth-token`

/** Signs the account in. */
export function storeSession(account: Account): void {
  localStorage.setItem(STORED_AS, JSON.stringify(sessionOf(account)))
}

/** The account with an authenticator app and recovery codes. */
export function withFactor(account: Account): Account {
  const at = '2026-01-01T00:00:00Z'
  const verified = { status: 'verified' as const, created_at: at, updated_at: at }
  return {
    ...account,
    factors: [
      {
        id: 'b0000000-0000-4000-8000-000000000001',
        friendly_name: 'Phone',
        factor_type: 'totp',
        ...verified,
      },
      {
        id: 'b0000000-0000-4000-8000-000000000002',
        friendly_name: '',
        factor_type: 'recovery_code',
        ...verified,
      },
    ],
  }
}
