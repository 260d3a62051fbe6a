import * as z from 'zod'
import { canonicalAddress } from '#core/newsroom/canonical-address.ts'
import { refuseTextProblem } from '#server/features/newsroom/functions/refuse-text-problem.ts'
import { inNewsroom } from '#server/features/newsroom/in-newsroom.ts'
import { addAddress } from '#server/features/newsroom/pages/add-item.ts'
import type { PageDeps } from '#server/features/newsroom/pages/fetch-page.ts'
import type { FunctionDeps } from '#server/features/services.ts'
import { answer, refuse, withBody } from '#server/supabase/functions/call.ts'

const MAX_LENGTH = 2000

/** Adds a page of another publication as a source of articles; of one that was added before, it returns the same id. */
export const addSourceAddress = inNewsroom(
  withBody(
    z.strictObject({ address: z.string().trim().min(1).max(MAX_LENGTH) }),
    `Send an object with the address of a page as address, at most ${MAX_LENGTH} characters.`,
    async (deps: PageDeps & Pick<FunctionDeps, 'sql' | 'log'>, { address }, { userId, request }) => {
      if (canonicalAddress(address) === null)
        return refuse(422, 'This is not the address of a page: that begins with https:// or http://.', {
          more: { code: 'address' },
        })
      return refuseTextProblem(async () => {
        const itemId = await addAddress(deps, { address, by: userId, signal: request.signal })
        return answer({ itemId })
      })
    },
  ),
)
