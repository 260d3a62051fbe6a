import type { Context } from 'hono'
import * as z from 'zod'
import type { SendingAction } from '#core/domain/newsletter-sending.ts'
import { type AdmitDeps, admitAdministrator } from '#server/functions/admit-administrator.ts'
import {
  type ControlResult,
  cancelSending,
  pauseSending,
  resumeSending,
  retryFailed,
} from '#server/newsletter/send/control-sending.ts'
import { readProgress } from '#server/newsletter/send/read-progress.ts'
import type { StartDeps } from '#server/newsletter/send/start-sending.ts'

const ACTIONS = ['pause', 'resume', 'retry-failed', 'cancel'] as const satisfies readonly SendingAction[]
const input = z.strictObject({ issueId: z.uuid(), action: z.enum(ACTIONS) })

type Act = (deps: StartDeps, control: { issueId: string; actor: string | null }) => Promise<ControlResult>

const ACTS = {
  pause: pauseSending,
  resume: resumeSending,
  'retry-failed': retryFailed,
  cancel: cancelSending,
} satisfies Record<SendingAction, Act>

/** POST /functions/v1/control-newsletter: pauses the sending of an issue, lets it go on, cancels it, or tries those again that failed. */
export function createControlNewsletter(deps: AdmitDeps & StartDeps) {
  return async (c: Context): Promise<Response> => {
    const claims = await admitAdministrator(c, deps, 'newsletter')
    if (claims instanceof Response) return claims
    const parsed = input.safeParse(await c.req.json().catch(() => null))
    if (!parsed.success)
      return c.json({ error: `Send an object with issueId and action, one of ${ACTIONS.join(', ')}.` }, 400)
    const { issueId, action } = parsed.data
    const actor = typeof claims.sub === 'string' ? claims.sub : null
    const result = await ACTS[action](deps, { issueId, actor })
    if (result.status === 'refused') return c.json({ error: result.reason }, 409)
    c.header('cache-control', 'no-store')
    return c.json(await readProgress(deps.sql, issueId))
  }
}
