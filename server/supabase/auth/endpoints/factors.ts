import * as z from 'zod'
import { AuthError } from '#server/supabase/auth/auth-error.ts'
import { isUuid } from '#server/supabase/auth/bearer-token.ts'
import {
  type AuthContext,
  deviceOf,
  readBody,
  readOptionalBody,
  sessionResponse,
  signedInEndpoint,
  storableText,
} from '#server/supabase/auth/endpoints/endpoint.ts'
import { limitFactorChanges } from '#server/supabase/auth/factors/factor-limits.ts'
import { qrCodeSvg, totpUri } from '#server/supabase/auth/factors/totp.ts'
import {
  challengeFactor,
  enrollFactor,
  unenrollFactor,
  verifyFactor,
} from '#server/supabase/auth/factors/totp-factors.ts'

const MAX_NAME_LENGTH = 64
/** The name of a publication, which has sixty characters at most: an emoji is two or more here. */
const MAX_ISSUER_LENGTH = 128

export const factorName = storableText(MAX_NAME_LENGTH)

const enrollBody = z.object({
  factor_type: z.string(),
  friendly_name: factorName.optional(),
  issuer: storableText(MAX_ISSUER_LENGTH).optional(),
})

/** The official clients repeat the id of the URL, or name a channel; neither is read. */
const challengeBody = z.object({})

const verifyBody = z.object({
  challenge_id: z.string().refine(isUuid, 'must be a UUID'),
  code: z.string(),
})

/** `POST /factors` */
export const enroll = signedInEndpoint('auth', async (caller, c, deps) => {
  const { factor_type: type, friendly_name: name, issuer } = await readBody(c, enrollBody)
  if (type !== 'totp') throw refuseType(type)
  await limitFactorChanges(deps.limits, caller)
  const friendlyName = name ?? ''
  const { id, secret } = await enrollFactor(deps, { caller, friendlyName })
  const uri = totpUri({ secret, issuer: issuer || deps.siteHost, account: caller.user.email })
  return c.json({ id, type, friendly_name: friendlyName, totp: { qr_code: qrCodeSvg(uri), secret, uri } })
})

/** `POST /factors/:id/challenge` */
export const challenge = signedInEndpoint('auth', async (caller, c, deps) => {
  const factorId = factorIdOf(c)
  await readOptionalBody(c, challengeBody)
  const { id, expiresAt } = await challengeFactor(deps.sql, { caller, factorId })
  return c.json({ id, type: 'totp', expires_at: expiresAt })
})

/** `POST /factors/:id/verify` */
export const verifyTotp = signedInEndpoint('verify', async (caller, c, deps) => {
  const factorId = factorIdOf(c)
  const { challenge_id: challengeId, code } = await readBody(c, verifyBody)
  if (!code) throw new AuthError(400, 'validation_failed', 'Code needs to be non-empty')
  const device = deviceOf(c, deps.trustProxy)
  return sessionResponse(c, deps, await verifyFactor(deps, { caller, factorId, challengeId, code, device }))
})

/** `DELETE /factors/:id` */
export const unenroll = signedInEndpoint('auth', async (caller, c, deps) => {
  const factorId = factorIdOf(c)
  await limitFactorChanges(deps.limits, caller)
  await unenrollFactor(deps, { caller, factorId })
  return c.json({ id: factorId })
})

function factorIdOf(c: AuthContext): string {
  const id = c.req.param('id') ?? ''
  if (!isUuid(id)) throw new AuthError(404, 'validation_failed', 'factor_id must be an UUID')
  return id.toLowerCase()
}

function refuseType(type: string): AuthError {
  switch (type) {
    case 'phone':
      return new AuthError(422, 'mfa_phone_enroll_not_enabled', 'MFA enroll is disabled for Phone')
    case 'webauthn':
      return new AuthError(422, 'mfa_webauthn_enroll_not_enabled', 'MFA enroll is disabled for WebAuthn')
    default:
      return new AuthError(400, 'validation_failed', 'factor_type needs to be totp, phone, or webauthn')
  }
}
