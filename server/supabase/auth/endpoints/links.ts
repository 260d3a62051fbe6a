import * as z from 'zod'
import type { Session, Sql } from '#server/platform/database/connection.ts'
import { clientIp, limitKey } from '#server/platform/http/client-ip.ts'
import type { Limits } from '#server/platform/limits/limits.ts'
import type { JobQueue } from '#server/platform/queue/job-queue.ts'
import { AuthError } from '#server/supabase/auth/auth-error.ts'
import {
  deviceOf,
  type Endpoint,
  readBody,
  sessionResponse,
  storableText,
} from '#server/supabase/auth/endpoints/endpoint.ts'
import { sendRecoveryMailJob, sendSignInLinkJob } from '#server/supabase/auth/jobs.ts'
import { acceptInvitation } from '#server/supabase/auth/links/invitations.ts'
import type { LinkType } from '#server/supabase/auth/links/one-time-tokens.ts'
import { LINK_MINUTES, redeemLink } from '#server/supabase/auth/links/one-time-tokens.ts'
import {
  type Device,
  getSignedIn,
  type SignedIn,
  type SignInMethod,
  startSession,
} from '#server/supabase/auth/sessions/sessions.ts'
import { isBanned } from '#server/supabase/auth/users.ts'

const JOBS = { recovery: sendRecoveryMailJob, magiclink: sendSignInLinkJob }

/** Any other value is rejected: a client that sends one relies on a link that works only together with its secret. */
const noCode = z.literal('', 'PKCE is not supported').optional()

const recoverBody = z.object({ email: storableText(255).optional(), code_challenge: noCode })

const otpBody = z.object({
  email: storableText(255).optional(),
  phone: storableText(255).optional(),
  channel: storableText(20).optional(),
  code_challenge: noCode,
})

const verifyBody = z.object({
  type: storableText(40).optional(),
  token_hash: storableText(512).optional(),
  token: storableText(512).optional(),
  email: storableText(255).optional(),
  phone: storableText(255).optional(),
})

/** The types of links that this site mails, by the type that the client sends. */
const LINK_TYPES = new Map([
  ['recovery', 'recovery'],
  ['magiclink', 'magiclink'],
  ['email', 'magiclink'],
  ['invite', 'invite'],
] as const)
/** Types that GoTrue knows and this site does not use. */
const OTHER_TYPES: ReadonlySet<string> = new Set(['signup', 'email_change', 'sms', 'phone_change'])

/** `POST /recover`: has a link for setting a new password mailed. The response is the same for every address. */
export const recover: Endpoint = {
  limit: 'recovery',
  needsApiKey: true,
  async handle(c, deps) {
    const { email } = await readBody(c, recoverBody)
    if (!email) throw invalid('Password recovery requires an email')
    await requestLink(deps, { type: 'recovery', email })
    return c.json({})
  },
}

/** `POST /otp`: has a sign-in link mailed. The response is the same for every address, and a user is never created. */
export const sendSignInLink: Endpoint = {
  limit: 'recovery',
  needsApiKey: true,
  async handle(c, deps) {
    const { email, phone, channel } = await readBody(c, otpBody)
    if (email && phone) throw invalid('Only an email address or phone number should be provided')
    if (phone) throw new AuthError(400, 'phone_provider_disabled', 'Unsupported phone provider')
    if (!email) throw invalid('One of email or phone must be set')
    if (channel) throw invalid('Channel should only be specified with Phone OTP')
    await requestLink(deps, { type: 'magiclink', email })
    return c.json({})
  },
}

/** `POST /verify`: starts a session for the token of a mailed link. Short codes are not supported, and GET does not use up a token. */
export const verify: Endpoint = {
  limit: 'verify',
  needsApiKey: true,
  async handle(c, deps) {
    const { type, token_hash: tokenHash, token, email, phone } = await readBody(c, verifyBody)
    if (!type) throw invalid('Verify requires a verification type')
    if (!tokenHash === !token) throw invalid('Verify requires either a token or a token hash')
    const linkType = LINK_TYPES.get(type as never)
    if (!linkType && !OTHER_TYPES.has(type)) throw invalid('Unsupported verification type')
    if (!tokenHash) throw new AuthError(403, 'otp_expired', 'Token has expired or is invalid')
    if (email || phone) throw invalid('Only the token_hash and type should be provided')
    if (!linkType) throw new AuthError(403, 'otp_expired', 'Email link is invalid or has expired')

    const device = deviceOf(c, deps.trustProxy)
    const signedIn = await followLink(deps.sql, { type: linkType, token: tokenHash, device })
    // The session exists and the link is used up, so an error here is ignored; the account unlocks by itself later.
    await deps.signInThrottle
      .unlock(signedIn.user.email, limitKey(clientIp(c, deps.trustProxy)))
      .catch(() => {})
    return sessionResponse(c, deps, signedIn)
  },
}

function invalid(message: string): AuthError {
  return new AuthError(400, 'validation_failed', message)
}

/**
 * Has a link mailed to an address if it belongs to an administrator. Only the job finds that out, so that the response does not
 * reveal it.
 * @throws AuthError, the same for every address
 */
async function requestLink(
  { limits, queue }: { limits: Limits; queue: JobQueue },
  { type, email }: { type: LinkType; email: string },
): Promise<void> {
  if (!z.regexes.html5Email.test(email)) {
    throw new AuthError(400, 'validation_failed', 'Unable to validate email address: invalid format')
  }
  const account = email.toLowerCase()
  // Links of all types count together, and addresses without an account count as well.
  const wait = await limits.take('recovery-mail', account)
  if (wait > 0) throw tooManyMails(wait)
  try {
    await queue.enqueue(JOBS[type], { email: account })
  } catch (error) {
    await limits.refund('recovery-mail', account)
    throw error
  }
}

function tooManyMails(seconds: number): AuthError {
  return new AuthError(429, 'over_email_send_rate_limit', 'email rate limit exceeded', {
    retryAfterSeconds: seconds,
  })
}

/** The sign-in method that the session records, because only some links may set a password. GoTrue writes `otp` for all of them. */
const METHODS: Record<LinkType | 'invite', SignInMethod> = {
  recovery: 'recovery',
  magiclink: 'otp',
  invite: 'invite',
}

/**
 * Starts a session for the token of a mailed link and uses the token up, in one transaction.
 * @throws AuthError, the same for every invalid token
 */
export function followLink(
  sql: Sql,
  { type, token, device }: { type: LinkType | 'invite'; token: string; device: Device },
): Promise<SignedIn & { refreshToken: string }> {
  return sql.transaction(async (transaction) => {
    const userId =
      type === 'invite'
        ? await acceptInvitation(transaction, token)
        : await redeemLink(transaction, { type, token })
    if (!userId) throw new AuthError(403, 'otp_expired', 'Email link is invalid or has expired')
    const [user] = await transaction<{ banned_until: Date | null }[]>`
      update auth.users set last_sign_in_at = now(), updated_at = now(),
        email_confirmed_at = coalesce(email_confirmed_at, now())
      where id = ${userId} returning banned_until`
    if (!user || isBanned(user)) throw new AuthError(403, 'user_banned', 'User is banned')

    const method = METHODS[type]
    const { sessionId, refreshToken } = await startSession(transaction, { userId, method, device })
    if (method !== 'otp') await allowPasswordReset(transaction, sessionId)
    return { refreshToken, ...(await getSignedIn(transaction, { userId, sessionId })) }
  })
}

/** Lets the session set a password once, for as long as the link was valid; later, a copied session must know the current one. */
async function allowPasswordReset(transaction: Session, sessionId: string): Promise<void> {
  await transaction`
    insert into auth.password_resets (session_id, expires_at)
    values (${sessionId}, clock_timestamp() + make_interval(mins => ${LINK_MINUTES}))`
}
