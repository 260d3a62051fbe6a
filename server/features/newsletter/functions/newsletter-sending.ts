import * as z from 'zod'
import type { SendingAction } from '#core/domain/newsletter-sending.ts'
import {
  type ControlResult,
  cancelSending,
  pauseSending,
  resendUncertain,
  resumeSending,
  retryFailed,
} from '#server/features/newsletter/send/control-sending.ts'
import { readProgress } from '#server/features/newsletter/send/read-progress.ts'
import type { StartDeps } from '#server/features/newsletter/send/start-sending.ts'
import type { FunctionDeps } from '#server/features/services.ts'
import { answer, refuse, withBody } from '#server/supabase/functions/call.ts'

const ACTIONS = [
  'pause',
  'resume',
  'retry-failed',
  'resend-uncertain',
  'cancel',
] as const satisfies readonly SendingAction[]
const MAX_DELIVERIES = 1_000

interface Control {
  issueId: string
  actor: string | null
  deliveryIds: number[] | undefined
}
type Act = (deps: StartDeps, control: Control) => Promise<ControlResult>

const ACTS = {
  pause: pauseSending,
  resume: resumeSending,
  'retry-failed': retryFailed,
  'resend-uncertain': resendUncertain,
  cancel: cancelSending,
} satisfies Record<SendingAction, Act>

/** Pauses, resumes or cancels the sending of an issue, or sends again what failed or is uncertain. */
export const controlNewsletter = withBody(
  z
    .strictObject({
      issueId: z.uuid(),
      action: z.enum(ACTIONS),
      /** Which uncertain ones are sent again; all without it. */
      deliveryIds: z.array(z.int().positive()).min(1).max(MAX_DELIVERIES).optional(),
    })
    .refine(({ action, deliveryIds }) => !deliveryIds || action === 'resend-uncertain'),
  `Send an object with issueId and action, one of ${ACTIONS.join(', ')}; with resend-uncertain also deliveryIds, 1 to ${MAX_DELIVERIES} of them, unless all are meant.`,
  async (deps: StartDeps, { issueId, action, deliveryIds }, { userId }) => {
    const result = await ACTS[action](deps, { issueId, actor: userId, deliveryIds })
    if (result.status === 'refused') return refuse(409, result.reason)
    return answer(await readProgress(deps.sql, issueId))
  },
)

/** How far the sending of an issue is. */
export const readNewsletterProgress = withBody(
  z.strictObject({ issueId: z.uuid() }),
  'Send an object with issueId, the id of an issue.',
  async ({ sql }: Pick<FunctionDeps, 'sql'>, { issueId }) => {
    const progress = await readProgress(sql, issueId)
    return progress ? answer(progress) : refuse(404, 'There is no such newsletter.')
  },
)
