import * as z from 'zod'
import {
  type AuthContext,
  deviceOf,
  readBody,
  readOptionalBody,
  sessionResponse,
  signedInEndpoint,
} from '#server/supabase/auth/endpoints/endpoint.ts'
import { factorName } from '#server/supabase/auth/endpoints/factors.ts'
import { limitFactorChanges } from '#server/supabase/auth/factors/factor-limits.ts'
import {
  countRecoveryCodes,
  generateRecoveryCodes,
  type NewRecoveryCodes,
  regenerateRecoveryCodes,
  removeRecoveryCodes,
  verifyRecoveryCode,
} from '#server/supabase/auth/factors/recovery-codes.ts'

const TYPE = 'recovery_code'
const generateBody = z.object({ friendly_name: factorName.optional() })
const emptyBody = z.object({})
const verifyBody = z.object({ code: z.string() })

/** `GET /factors/recovery-codes` */
export const showCodes = signedInEndpoint('auth', async (caller, c, deps) => {
  const { id, total, remaining } = await countRecoveryCodes(deps.sql, caller)
  return c.json({ id, type: TYPE, total, remaining })
})

/** `POST /factors/recovery-codes` */
export const generateCodes = signedInEndpoint('auth', async (caller, c, deps) => {
  const body = await readOptionalBody(c, generateBody)
  await limitFactorChanges(deps.limits, caller)
  return codesResponse(
    c,
    await generateRecoveryCodes(deps, { caller, friendlyName: body?.friendly_name ?? '' }),
  )
})

/** `POST /factors/recovery-codes/regenerate` */
export const regenerateCodes = signedInEndpoint('auth', async (caller, c, deps) => {
  await readOptionalBody(c, emptyBody)
  await limitFactorChanges(deps.limits, caller)
  return codesResponse(c, await regenerateRecoveryCodes(deps, caller))
})

/** `POST /factors/recovery-codes/verify` */
export const verifyCode = signedInEndpoint('verify', async (caller, c, deps) => {
  const { code: typed } = await readBody(c, verifyBody)
  const device = deviceOf(c, deps.trustProxy)
  return sessionResponse(c, deps, await verifyRecoveryCode(deps, { caller, typed, device }))
})

/** `DELETE /factors/recovery-codes` */
export const removeCodes = signedInEndpoint('auth', async (caller, c, deps) => {
  await limitFactorChanges(deps.limits, caller)
  return c.json(await removeRecoveryCodes(deps.sql, caller))
})

function codesResponse(c: AuthContext, { factor, codes }: NewRecoveryCodes): Response {
  const { id, friendly_name } = factor
  return c.json({ id, type: TYPE, ...(friendly_name && { friendly_name }), total: codes.length, codes })
}
