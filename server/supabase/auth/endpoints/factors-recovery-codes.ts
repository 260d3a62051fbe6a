import * as z from 'zod'
import { type AuthContext, deviceOf, type Endpoint } from '#server/supabase/auth/endpoints/endpoint.ts'
import { factorName } from '#server/supabase/auth/endpoints/factors.ts'
import { sessionResponse } from '#server/supabase/auth/endpoints/session-response.ts'
import { limitFactorChanges } from '#server/supabase/auth/factors/factor-limits.ts'
import {
  countRecoveryCodes,
  generateRecoveryCodes,
  type NewRecoveryCodes,
  regenerateRecoveryCodes,
  removeRecoveryCodes,
  verifyRecoveryCode,
} from '#server/supabase/auth/factors/recovery-codes.ts'
import { readBody, readOptionalBody } from '#server/supabase/auth/read-body.ts'
import { requireSignedIn } from '#server/supabase/auth/signed-in-caller.ts'

const TYPE = 'recovery_code'
const generateBody = z.strictObject({ friendly_name: factorName.nullish() })
const emptyBody = z.strictObject({})
const verifyBody = z.strictObject({ code: z.string() })

/** `GET /factors/recovery-codes` */
export const showCodes: Endpoint = {
  limit: 'auth',
  needsApiKey: false,
  async handle(c, deps) {
    const { id, total, remaining } = await countRecoveryCodes(deps.sql, await requireSignedIn(deps, c))
    return c.json({ id, type: TYPE, total, remaining })
  },
}

/** `POST /factors/recovery-codes` */
export const generateCodes: Endpoint = {
  limit: 'auth',
  needsApiKey: false,
  async handle(c, deps) {
    const caller = await requireSignedIn(deps, c)
    const body = await readOptionalBody(c, generateBody)
    await limitFactorChanges(deps.limits, caller)
    return codesResponse(
      c,
      await generateRecoveryCodes(deps, { caller, friendlyName: body?.friendly_name ?? '' }),
    )
  },
}

/** `POST /factors/recovery-codes/regenerate` */
export const regenerateCodes: Endpoint = {
  limit: 'auth',
  needsApiKey: false,
  async handle(c, deps) {
    const caller = await requireSignedIn(deps, c)
    await readOptionalBody(c, emptyBody)
    await limitFactorChanges(deps.limits, caller)
    return codesResponse(c, await regenerateRecoveryCodes(deps, caller))
  },
}

/** `POST /factors/recovery-codes/verify` */
export const verifyCode: Endpoint = {
  limit: 'verify',
  needsApiKey: false,
  async handle(c, deps) {
    const caller = await requireSignedIn(deps, c)
    const { code: typed } = await readBody(c, verifyBody)
    const device = deviceOf(c, deps.trustProxy)
    return sessionResponse(c, deps, await verifyRecoveryCode(deps, { caller, typed, device }))
  },
}

/** `DELETE /factors/recovery-codes` */
export const removeCodes: Endpoint = {
  limit: 'auth',
  needsApiKey: false,
  async handle(c, deps) {
    const caller = await requireSignedIn(deps, c)
    await limitFactorChanges(deps.limits, caller)
    return c.json(await removeRecoveryCodes(deps.sql, caller))
  },
}

function codesResponse(c: AuthContext, { factor, codes }: NewRecoveryCodes): Response {
  const { id, friendly_name } = factor
  return c.json({ id, type: TYPE, ...(friendly_name && { friendly_name }), total: codes.length, codes })
}
