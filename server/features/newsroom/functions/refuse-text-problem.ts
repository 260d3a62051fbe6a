import { describeTextProblem, ItemTextError } from '#server/features/newsroom/pages/item-text-error.ts'
import { refuse } from '#server/supabase/functions/call.ts'

/** Answers with why there is no text of an item, and what can be done about it. */
export async function refuseTextProblem(work: () => Promise<Response>): Promise<Response> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ItemTextError)) throw error
    const status = error.problem === 'unknown' ? 404 : 422
    return refuse(status, describeTextProblem(error), { more: { code: error.problem } })
  }
}
