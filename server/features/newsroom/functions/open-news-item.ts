import * as z from 'zod'
import { refuseTextProblem } from '#server/features/newsroom/functions/refuse-text-problem.ts'
import { inNewsroom } from '#server/features/newsroom/in-newsroom.ts'
import type { PageDeps } from '#server/features/newsroom/pages/fetch-page.ts'
import { readItemText } from '#server/features/newsroom/pages/read-item-text.ts'
import type { FunctionDeps } from '#server/features/services.ts'
import { answer, withBody } from '#server/supabase/functions/call.ts'

/** The text of an item in sentences. The first to open it has its page asked for. */
export const openNewsItem = inNewsroom(
  withBody(
    z.strictObject({ itemId: z.uuid() }),
    'Send an object with the id of an item as itemId.',
    (deps: PageDeps & Pick<FunctionDeps, 'sql' | 'log'>, { itemId }, { request }) =>
      refuseTextProblem(async () => answer(await readItemText(deps, itemId, request.signal))),
  ),
)
