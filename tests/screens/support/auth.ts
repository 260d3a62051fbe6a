import { json } from './network.ts'
import type { Account } from './sessions.ts'

/** The password of every account. */
export const PASSWORD = 'a password for screens'
/** The code that each authenticator app shows. */
export const CODE = '123456'
/** The codes of an account with a second factor; all have the same first half. */
export const RECOVERY_CODES = Array.from({ length: 10 }, (_, index) =>
  `0000111122223${index}`.padEnd(16, '4'),
)
/** The token of a mailed link that was not used yet. */
export const LINK_TOKEN = 'a-token'

const HOUR = 3600

/** A session with its tokens. No two are alike, because what is known of a token is remembered. */
export function sessionOf(account: Account, method = 'password', aal = aalOf(account)) {
  const now = Math.floor(Date.now() / 1000)
  const user = userOf(account)
  const claims = {
    sub: user.id,
    email: account.email,
    aal,
    amr: [{ method, timestamp: now }],
    exp: now + HOUR,
    iat: now,
    session_id: crypto.randomUUID(),
  }
  const encode = (part: object) =>
    btoa(JSON.stringify(part)).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '')
  return {
    access_token: [encode({ alg: 'HS256', typ: 'JWT' }), encode(claims), 'c2lnbmF0dXJl'].join('.'),
    token_type: 'bearer',
    expires_in: HOUR,
    expires_at: now + HOUR,
    refresh_token: crypto.randomUUID(),
    user,
  }
}

const CREATED_AT = '2026-01-01T00:00:00.000Z'

const aalOf = ({ factors = [] }: Account) => (factors.length > 0 ? 'aal2' : 'aal1')

const idOf = (member: Account['member']) => member?.user_id ?? '00000000-0000-4000-8000-00000000000f'

const userOf = ({ email, member, factors = [] }: Account) => ({
  id: idOf(member),
  aud: 'authenticated',
  role: 'authenticated',
  email,
  email_confirmed_at: CREATED_AT,
  phone: '',
  confirmed_at: CREATED_AT,
  last_sign_in_at: CREATED_AT,
  app_metadata: { provider: 'email', providers: ['email'] },
  user_metadata: { sub: idOf(member), email, email_verified: true, phone_verified: false },
  identities: [],
  ...(factors.length > 0 && { factors }),
  created_at: CREATED_AT,
  updated_at: CREATED_AT,
  is_anonymous: false,
})

/** An error of GoTrue. */
export const refuse = (status: number, code: string, message: string, headers: Record<string, string> = {}) =>
  json({ code, message }, status, { 'x-supabase-api-version': '2024-01-01', ...headers })

/** The stand-in for `/auth/v1`, with one account: `auth.test.ts` compares it with the real one. */
export interface Auth {
  answer(request: Request, body: unknown): Response
  /** Ends the session, as a sign-out elsewhere does. */
  end(): void
  hasEnded(): boolean
}

export function openAuth(given: Account): Auth {
  const account = { ...given, factors: [...(given.factors ?? [])] }
  const codes = new Set(RECOVERY_CODES)
  let aal = aalOf(given)
  let isLinkUsed = false
  let hasEnded = false

  const start = (method: string, level: string) => {
    aal = level
    hasEnded = false
    return json(sessionOf(account, method, level))
  }
  const addFactor = (factor_type: 'totp' | 'recovery_code', friendly_name: string) => {
    const status = factor_type === 'totp' ? ('unverified' as const) : ('verified' as const)
    const times = { created_at: CREATED_AT, updated_at: CREATED_AT }
    const factor = { id: crypto.randomUUID(), factor_type, friendly_name, status, ...times }
    account.factors.push(factor)
    return factor
  }
  const codesAnswer = () => ({
    id: account.factors.find(({ factor_type }) => factor_type === 'recovery_code')?.id,
    type: 'recovery_code',
    total: RECOVERY_CODES.length,
  })

  function answer(request: Request, body: unknown): Response {
    const { pathname, searchParams } = new URL(request.url)
    const [, , , service, id = '', act = ''] = pathname.split('/')
    const sent = (body ?? {}) as Record<string, string>
    const factor = account.factors.find((one) => one.id === id)
    if (hasEnded && (service === 'user' || service === 'factors'))
      return refuse(403, 'session_not_found', 'Session from session_id claim in JWT does not exist')
    switch (`${request.method} ${service}`) {
      case 'GET user':
      case 'PUT user':
        return json(userOf(account))
      case 'POST token':
        if (searchParams.get('grant_type') === 'refresh_token') {
          return hasEnded
            ? refuse(400, 'refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found')
            : start('password', aal)
        }
        return sent.password === PASSWORD && sent.email === account.email
          ? start('password', 'aal1')
          : refuse(400, 'invalid_credentials', 'Invalid login credentials')
      case 'POST verify': {
        if (sent.token_hash !== LINK_TOKEN || isLinkUsed)
          return refuse(403, 'otp_expired', 'Email link is invalid or has expired')
        isLinkUsed = true
        return start(sent.type === 'magiclink' ? 'otp' : String(sent.type), 'aal1')
      }
      case 'POST recover':
        return json({})
      case 'POST logout':
        return json(null, 204)
      case 'DELETE factors':
        account.factors = account.factors.filter(
          (one) => one.id !== id && (one.factor_type === 'totp' || factor?.status !== 'verified'),
        )
        return json({ id })
      case 'GET factors':
        return json({ ...codesAnswer(), remaining: codes.size })
      case 'POST factors':
        if (id === 'recovery-codes') {
          if (act === 'verify') {
            return codes.delete(String(sent.code).toLowerCase().replace(/[\s-]/g, ''))
              ? start('mfa/recovery_code', 'aal2')
              : refuse(422, 'mfa_verification_failed', 'Invalid recovery code entered')
          }
          if (act === '') addFactor('recovery_code', '')
          for (const code of RECOVERY_CODES) codes.add(code)
          return json({ ...codesAnswer(), codes: RECOVERY_CODES })
        }
        if (!factor) {
          const { id, friendly_name } = addFactor('totp', String(sent.friendly_name))
          const totp = {
            qr_code: '<svg xmlns="http://www.w3.org/2000/svg"/>',
            secret: 'JBSWY3DPEHPK3PXP',
            uri: '',
          }
          return json({ id, type: 'totp', friendly_name, totp })
        }
        if (act === 'challenge') {
          factor.last_challenged_at = CREATED_AT
          return json({
            id: crypto.randomUUID(),
            type: 'totp',
            expires_at: Math.floor(Date.now() / 1000) + 300,
          })
        }
        if (sent.code !== CODE) return refuse(422, 'mfa_verification_failed', 'Invalid TOTP code entered')
        factor.status = 'verified'
        return start('totp', 'aal2')
    }
    throw new Error('The test has no answer of this request')
  }

  return {
    answer,
    end() {
      hasEnded = true
    },
    hasEnded: () => hasEnded,
  }
}
