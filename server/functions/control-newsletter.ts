import type { Context } from 'hono'
import * as z from 'zod'
import type { SendingAction } from '#core/domain/newsletter-sending.ts'
import { type AdmitDeps, admitAdministrator } from '#server/functions/admit-administrator.ts'
import {
  type ControlResult,
  cancelSending,
  pauseSending,
  resendUncertain,
  resumeSending,
  retryFailed,
} from '#server/newsletter/send/control-sending.ts'
import { readProgress } from '#server/newsletter/send/read-progress.ts'
import type { StartDeps } from '#server/newsletter/send/start-sending.ts'

const ACTIONS = [
  'pause',
  'resume',
  'retry-failed',
  'resend-uncertain',
  'cancel',
] as const satisfies readonly SendingAction[]
const MAX_DELIVERIES = 1_000
const input = z
  .strictObject({
    issueId: z.uuid(),
    action: z.enum(ACTIONS),
    /** Which uncertain ones are sent again; all without it. */
    deliveryIds: z.array(z.int().positive()).min(1).max(MAX_DELIVERIES).optional(),
  })
  .refine(({ action, deliveryIds }) => !deliveryIds || action === 'resend-uncertain')

interface Control {
  issueId: string
  actor: string | null
  deliveryIds: number[] | undefined
}
type Act = (deps: StartDeps, control: Control) => Promise<ControlResult>

const INPUT_ERROR = `Send an object with issueId and action, one of ${ACTIONS.join(', ')}; with resend-uncertain also deliveryIds, 1 to ${MAX_DELIVERIES} of them, unless all are meant.`

const ACTS = {
  pause: pauseSending,
  resume: resumeSending,
  'retry-failed': retryFailed,
  'resend-uncertain': resendUncertain,
  cancel: cancelSending,
} satisfies Record<SendingAction, Act>

/** POST /functions/v1/control-newsletter: pauses, resumes or cancels the sending of an issue, or sends again what failed or is uncertain. */
export function createControlNewsletter(deps: AdmitDeps & StartDeps) {
  return async (c: Context): Promise<Response> => {
    const claims = await admitAdministrator(c, deps, 'newsletter')
    if (claims instanceof Response) return claims
    const parsed = input.safeParse(await c.req.json().catch(() => null))
    if (!parsed.success) return c.json({ error: INPUT_ERROR }, 400)
    const { issueId, action, deliveryIds } = parsed.data
    const actor = typeof claims.sub === 'string' ? claims.sub : null
    const result = await ACTS[action](deps, { issueId, actor, deliveryIds })
    if (result.status === 'refused') return c.json({ error: result.reason }, 409)
    c.header('cache-control', 'no-store')
    return c.json(await readProgress(deps.sql, issueId))
  }
}
