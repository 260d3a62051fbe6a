import * as z from 'zod'
import { mayWrite, NOT_SOURCED } from '#server/features/judging/who-may.ts'
import { questionDraft as question } from '#server/features/newsroom/drafts/question-draft.ts'
import { refuseModelError } from '#server/features/newsroom/drafts/refuse-model-error.ts'
import { inNewsroom } from '#server/features/newsroom/in-newsroom.ts'
import type { FunctionDeps } from '#server/features/services.ts'
import { ModelError } from '#server/platform/ai/model-error.ts'
import { answer, refuse, withBody } from '#server/supabase/functions/call.ts'

/** Asks the model which covered sentences of an article it doubts. */
export const questionDraft = inNewsroom(
  withBody(
    z.strictObject({ articleId: z.uuid() }),
    'Send an object with articleId.',
    async (deps: Pick<FunctionDeps, 'sql' | 'ai'>, { articleId }, { userId, demandAgain }) => {
      await deps.sql.transaction((transaction) => demandAgain(transaction, mayWrite(articleId)))
      try {
        const doubts = await question(deps, articleId, userId)
        return doubts ? answer({ doubts }) : refuse(404, NOT_SOURCED)
      } catch (error) {
        if (!(error instanceof ModelError)) throw error
        return refuseModelError(error, error.code === 'aborted')
      }
    },
  ),
)
