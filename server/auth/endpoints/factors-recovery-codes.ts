import * as z from 'zod'
import { answerSession } from '#server/auth/endpoints/answer-session.ts'
import {
  type AuthContext,
  deviceOf,
  type Endpoint,
  type EndpointDeps,
} from '#server/auth/endpoints/endpoint.ts'
import { factorName } from '#server/auth/endpoints/factors.ts'
import { countChange } from '#server/auth/factors/count-change.ts'
import {
  countRecoveryCodes,
  generateRecoveryCodes,
  type NewRecoveryCodes,
  regenerateRecoveryCodes,
  removeRecoveryCodes,
  verifyRecoveryCode,
} from '#server/auth/factors/recovery-codes.ts'
import { readBody, readOptionalBody } from '#server/auth/read-body.ts'
import { requireSignedIn } from '#server/auth/signed-in-caller.ts'

const TYPE = 'recovery_code'
const generateBody = z.strictObject({ friendly_name: factorName.nullish() })
const emptyBody = z.strictObject({})
const verifyBody = z.strictObject({ code: z.string() })

/** `GET /factors/recovery-codes` */
export function createShowRecoveryCodes(deps: EndpointDeps): Endpoint {
  return async (c) => {
    const { id, total, remaining } = await countRecoveryCodes(deps.sql, await requireSignedIn(deps, c))
    return c.json({ id, type: TYPE, total, remaining })
  }
}

/** `POST /factors/recovery-codes` */
export function createGenerateRecoveryCodes(deps: EndpointDeps): Endpoint {
  return async (c) => {
    const caller = await requireSignedIn(deps, c)
    const body = await readOptionalBody(c, generateBody)
    await countChange(deps.limits, caller)
    return answerCodes(
      c,
      await generateRecoveryCodes(deps, { caller, friendlyName: body?.friendly_name ?? '' }),
    )
  }
}

/** `POST /factors/recovery-codes/regenerate` */
export function createRegenerateRecoveryCodes(deps: EndpointDeps): Endpoint {
  return async (c) => {
    const caller = await requireSignedIn(deps, c)
    await readOptionalBody(c, emptyBody)
    await countChange(deps.limits, caller)
    return answerCodes(c, await regenerateRecoveryCodes(deps, caller))
  }
}

/** `POST /factors/recovery-codes/verify` */
export function createVerifyRecoveryCode(deps: EndpointDeps): Endpoint {
  return async (c) => {
    const caller = await requireSignedIn(deps, c)
    const { code: typed } = await readBody(c, verifyBody)
    const device = deviceOf(c, deps.trustProxy)
    return answerSession(c, deps, await verifyRecoveryCode(deps, { caller, typed, device }))
  }
}

/** `DELETE /factors/recovery-codes` */
export function createRemoveRecoveryCodes(deps: EndpointDeps): Endpoint {
  return async (c) => {
    const caller = await requireSignedIn(deps, c)
    await countChange(deps.limits, caller)
    return c.json(await removeRecoveryCodes(deps.sql, caller))
  }
}

function answerCodes(c: AuthContext, { factor, codes }: NewRecoveryCodes): Response {
  const { id, friendly_name } = factor
  return c.json({ id, type: TYPE, ...(friendly_name && { friendly_name }), total: codes.length, codes })
}
