import * as z from 'zod'
import type { SendingAction } from '#core/domain/newsletter-sending.ts'
import { answer, type FunctionDeps, refuse, withBody } from '#server/functions/call.ts'
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

type Act = (deps: StartDeps, control: { issueId: string; actor: string | null }) => Promise<ControlResult>

const ACTS = {
  pause: pauseSending,
  resume: resumeSending,
  'retry-failed': retryFailed,
  cancel: cancelSending,
} satisfies Record<SendingAction, Act>

/** Pauses the sending of an issue, lets it go on, cancels it, or tries those again that failed. */
export const controlNewsletter = withBody(
  z.strictObject({ issueId: z.uuid(), action: z.enum(ACTIONS) }),
  `Send an object with issueId and action, one of ${ACTIONS.join(', ')}.`,
  async (deps: StartDeps, { issueId, action }, { userId }) => {
    const result = await ACTS[action](deps, { issueId, actor: userId })
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
