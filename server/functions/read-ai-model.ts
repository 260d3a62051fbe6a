import type { Context } from 'hono'
import { type AdmitDeps, admitAdministrator } from '#server/functions/admit-administrator.ts'
import type { SiteServices } from '#server/services.ts'

/** GET /functions/v1/read-ai-model: the language model that is set up, without its key, and what was spent, for administrators. */
export function createReadAiModel(deps: AdmitDeps & Pick<SiteServices, 'ai'>) {
  return async (c: Context): Promise<Response> => {
    const admitted = await admitAdministrator(c, deps)
    if (admitted instanceof Response) return admitted
    c.header('cache-control', 'no-store')
    return c.json(await deps.ai.readState())
  }
}
