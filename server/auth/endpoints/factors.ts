import * as z from 'zod'
import { AuthError } from '#server/auth/auth-error.ts'
import { answerSession } from '#server/auth/endpoints/answer-session.ts'
import {
  type AuthContext,
  deviceOf,
  type Endpoint,
  type EndpointDeps,
} from '#server/auth/endpoints/endpoint.ts'
import { challengeFactor } from '#server/auth/factors/challenge-factor.ts'
import { countChange } from '#server/auth/factors/count-change.ts'
import { enrollFactor } from '#server/auth/factors/enroll-factor.ts'
import { qrCodeSvg } from '#server/auth/factors/qr-code.ts'
import { totpUri } from '#server/auth/factors/totp.ts'
import { unenrollFactor } from '#server/auth/factors/unenroll-factor.ts'
import { verifyFactor } from '#server/auth/factors/verify-factor.ts'
import { readBody, readOptionalBody, storableText } from '#server/auth/read-body.ts'
import { isUuid, requireSignedIn } from '#server/auth/signed-in-caller.ts'

const LONGEST_NAME = 64
/** The name of a publication, which has sixty characters at most: an emoji is two or more here. */
const LONGEST_ISSUER = 128

export const factorName = storableText(LONGEST_NAME)

const enrollBody = z.strictObject({
  factor_type: z.string(),
  friendly_name: factorName.nullish(),
  issuer: storableText(LONGEST_ISSUER).nullish(),
  // Of another kind of factor, which is refused by its own code.
  phone: z.string().nullish(),
})

/** The official client says once more what the address says. */
const challengeBody = z.strictObject({ factorId: z.string().nullish() })

const verifyBody = z.strictObject({
  challenge_id: z.string().refine(isUuid, 'must be a UUID'),
  code: z.string(),
})

/** `POST /factors` */
export function createEnrollFactor(deps: EndpointDeps): Endpoint {
  return async (c) => {
    const caller = await requireSignedIn(deps, c)
    const { factor_type: type, friendly_name: name, issuer } = await readBody(c, enrollBody)
    if (type !== 'totp') throw refuseType(type)
    await countChange(deps.limits, caller)
    const friendlyName = name ?? ''
    const { id, secret } = await enrollFactor(deps, { caller, friendlyName })
    const uri = totpUri({ secret, issuer: issuer || deps.siteHost, account: caller.user.email })
    return c.json({ id, type, friendly_name: friendlyName, totp: { qr_code: qrCodeSvg(uri), secret, uri } })
  }
}

/** `POST /factors/:id/challenge` */
export function createChallengeFactor(deps: EndpointDeps): Endpoint {
  return async (c) => {
    const caller = await requireSignedIn(deps, c)
    const factorId = factorIdOf(c)
    const said = await readOptionalBody(c, challengeBody)
    if (said?.factorId && said.factorId.toLowerCase() !== factorId) {
      throw new AuthError(400, 'validation_failed', 'factorId: is not the one in the address')
    }
    const { id, expiresAt } = await challengeFactor(deps.sql, { caller, factorId })
    return c.json({ id, type: 'totp', expires_at: expiresAt })
  }
}

/** `POST /factors/:id/verify` */
export function createVerifyFactor(deps: EndpointDeps): Endpoint {
  return async (c) => {
    const caller = await requireSignedIn(deps, c)
    const factorId = factorIdOf(c)
    const { challenge_id: challengeId, code } = await readBody(c, verifyBody)
    if (!code) throw new AuthError(400, 'validation_failed', 'Code needs to be non-empty')
    const device = deviceOf(c, deps.trustProxy)
    return answerSession(c, deps, await verifyFactor(deps, { caller, factorId, challengeId, code, device }))
  }
}

/** `DELETE /factors/:id` */
export function createUnenrollFactor(deps: EndpointDeps): Endpoint {
  return async (c) => {
    const caller = await requireSignedIn(deps, c)
    const factorId = factorIdOf(c)
    await countChange(deps.limits, caller)
    await unenrollFactor(deps, { caller, factorId })
    return c.json({ id: factorId })
  }
}

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
