import * as z from 'zod'
import type { DemoState } from '#core/domain/demo.ts'
import { DemoInUse, readDemoState, removeDemo } from '#server/features/demo/remove-demo.ts'
import type { FunctionDeps } from '#server/features/services.ts'
import { withoutDeadlock } from '#server/platform/database/connection.ts'
import { answer, refuse, withBody } from '#server/supabase/functions/call.ts'
import { purgeUnusedFiles } from '#server/supabase/storage/unused-files.ts'

type Deps = Pick<FunctionDeps, 'sql' | 'settings' | 'storage'>

/** Reads what is there of the demo, and what of it would stay. */
export const readDemo = async ({ sql }: Pick<Deps, 'sql'>) => attempt(async () => answer(await readOnce(sql)))

const reading = new WeakMap<Deps['sql'], Promise<DemoState>>()

/** Shared by all who ask meanwhile: each reading holds a connection, and may wait for a lock with it. */
function readOnce(sql: Deps['sql']): Promise<DemoState> {
  const state = reading.get(sql) ?? readDemoState(sql).finally(() => reading.delete(sql))
  reading.set(sql, state)
  return state
}

/** Removes the demo after its caller has typed the name of the publication. */
export const removeTheDemo = withBody(
  z.strictObject({ site_name: z.string().max(200) }),
  'Send an object with the name of the publication.',
  ({ sql, settings, storage }: Deps, { site_name: typed }, { userId }) =>
    attempt(async () => {
      await settings.reload()
      if (typed.trim() !== settings.current().site_name)
        return refuse(400, 'That is not the name of this publication.', { more: { code: 'wrong_name' } })
      const result = await withoutDeadlock(() =>
        sql.transaction((session) => removeDemo(session, { actor: userId })),
      )
      // The files that this process does not get to are removed by the job.
      void purgeUnusedFiles(storage, AbortSignal.timeout(10_000)).catch(() => {})
      return answer(result)
    }),
)

async function attempt(work: () => Promise<Response>): Promise<Response> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof DemoInUse)) throw error
    return refuse(409, error.message, { more: { code: error.code } })
  }
}
