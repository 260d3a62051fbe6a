import type { Context } from 'hono'
import * as z from 'zod'
import { EMAIL_MAX_LENGTH } from '#core/domain/subscriber.ts'
import type { FunctionDeps } from '#server/functions/index.ts'
import {
  type InviteOutcome,
  inviteAdministrator,
} from '#server/functions/invite-administrator/invite-administrator.ts'

const input = z.strictObject({ email: z.string().trim().max(EMAIL_MAX_LENGTH).pipe(z.email()) })

const FAILURES = {
  not_administrator: { status: 403, error: 'Only administrators can invite.' },
  already_administrator: { status: 409, error: 'This address is an administrator already.' },
  busy: { status: 503, error: 'The invitation could not be kept right now. Please try again in a moment.' },
} as const satisfies Partial<Record<InviteOutcome, { status: number; error: string }>>

/** POST /functions/v1/invite-administrator: mails somebody a link that makes them an administrator. */
export function createInviteAdministrator(deps: FunctionDeps) {
  return async (c: Context): Promise<Response> => {
    const caller = await deps.identify(c.req.raw.headers)
    if (caller.kind !== 'user') {
      c.header('www-authenticate', 'Bearer')
      return c.json({ error: 'Sign in as an administrator first.' }, 401)
    }
    const wait = await deps.limits.take('invitation', caller.userId)
    if (wait > 0) {
      c.header('retry-after', String(wait))
      return c.json({ error: 'Too many invitations. Please try again later.' }, 429)
    }
    // Another site's form cannot send this type without asking first.
    if (!/^application\/json *(;|$)/i.test(c.req.header('content-type') ?? '')) {
      return c.json({ error: 'Send the request as application/json.' }, 415)
    }
    const parsed = input.safeParse(await c.req.json().catch(() => null))
    if (!parsed.success) return c.json({ error: 'Send an object with one email address.' }, 400)

    const outcome = await inviteAdministrator(deps, { claims: caller.claims, email: parsed.data.email })
    if (outcome === 'invited') return c.json({ success: true })
    const { status, error } = FAILURES[outcome]
    return c.json({ error }, status)
  }
}
