import * as z from 'zod'
import { AuthError } from '#server/auth/auth-error.ts'
import { answerSession } from '#server/auth/endpoints/answer-session.ts'
import { deviceOf, type Endpoint, type EndpointDeps } from '#server/auth/endpoints/endpoint.ts'
import { followLink } from '#server/auth/links/follow-link.ts'
import { requestLink } from '#server/auth/links/request-link.ts'
import { noCaptcha, readBody, storableText } from '#server/auth/read-body.ts'
import { clientIp, limitKey } from '#server/http/client-ip.ts'

/** What the official client says when it wants no code: nothing else is done here. */
const noCode = { code_challenge: z.null().optional(), code_challenge_method: z.null().optional() }

const recoverBody = z.strictObject({
  email: storableText(255).optional(),
  ...noCode,
  gotrue_meta_security: noCaptcha,
})

const otpBody = z.strictObject({
  email: storableText(255).optional(),
  phone: storableText(255).optional(),
  channel: storableText(20).optional(),
  create_user: z.boolean().optional(),
  // Of a user who is to be created, which nobody is.
  data: z.strictObject({}).nullish(),
  ...noCode,
  gotrue_meta_security: noCaptcha,
})

const verifyBody = z.strictObject({
  type: storableText(40).optional(),
  token_hash: storableText(512).optional(),
  token: storableText(512).optional(),
  email: storableText(255).optional(),
  phone: storableText(255).optional(),
  // The official client sends its own options along; a link leads to this site and to no other.
  options: z
    .strictObject({ redirectTo: storableText(2048).optional(), captchaToken: storableText(4096).optional() })
    .optional(),
  gotrue_meta_security: noCaptcha,
})

/** Links that are mailed here, by the type that a client says. */
const LINK_TYPES = new Map([
  ['recovery', 'recovery'],
  ['magiclink', 'magiclink'],
  ['email', 'magiclink'],
  ['invite', 'invite'],
] as const)
/** What GoTrue mails or sends besides. */
const OTHER_TYPES: ReadonlySet<string> = new Set(['signup', 'email_change', 'sms', 'phone_change'])

/** `POST /recover`: has a link mailed to set a new password by. The same for every address. */
export function createRecover(deps: EndpointDeps): Endpoint {
  return async (c) => {
    const { email } = await readBody(c, recoverBody)
    if (!email) throw invalid('Password recovery requires an email')
    await requestLink(deps, { type: 'recovery', email })
    return c.json({})
  }
}

/** `POST /otp`: has a link mailed to sign in by. The same for every address; nobody is created, whatever is asked for. */
export function createSendSignInLink(deps: EndpointDeps): Endpoint {
  return async (c) => {
    const { email, phone, channel } = await readBody(c, otpBody)
    if (email && phone) throw invalid('Only an email address or phone number should be provided')
    if (phone) throw new AuthError(400, 'phone_provider_disabled', 'Unsupported phone provider')
    if (!email) throw invalid('One of email or phone must be set')
    if (channel) throw invalid('Channel should only be specified with Phone OTP')
    await requestLink(deps, { type: 'magiclink', email })
    return c.json({})
  }
}

/** `POST /verify`: a session for the token of a mailed link. No code stands for a person here, and no GET spends a token. */
export function createVerify(deps: EndpointDeps): Endpoint {
  return async (c) => {
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
    // The session is there and the link is spent: if this fails the account opens by itself, later.
    await deps.guesses.open(signedIn.user.email, limitKey(clientIp(c, deps.trustProxy))).catch(() => {})
    return answerSession(c, deps, signedIn)
  }
}

function invalid(message: string): AuthError {
  return new AuthError(400, 'validation_failed', message)
}
