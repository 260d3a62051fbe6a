import type { Context } from 'hono'
import { aiModelChange } from '#core/domain/ai-model.ts'
import { type SaveOutcome, saveAiSettings } from '#server/ai/save-ai-settings.ts'
import { type AdmitDeps, admitAdministrator } from '#server/functions/admit-administrator.ts'
import type { SiteServices } from '#server/services.ts'

const REFUSALS = {
  conflict: { status: 409, error: 'Somebody else has changed these settings meanwhile.' },
  set_by_environment: { status: 409, error: 'The environment of the server sets the language model.' },
  key_needed: { status: 400, error: 'Enter the API key for this provider and address.' },
} as const satisfies Record<Exclude<SaveOutcome, 'saved'>, { status: number; error: string }>

/** POST /functions/v1/save-ai-model: which language model is asked, and what that may cost. The key is never returned. */
export function createSaveAiModel(deps: AdmitDeps & Pick<SiteServices, 'sql' | 'ai'>) {
  return async (c: Context): Promise<Response> => {
    const claims = await admitAdministrator(c, deps, 'model-change')
    if (claims instanceof Response) return claims
    const parsed = aiModelChange.safeParse(await c.req.json().catch(() => null))
    if (!parsed.success) {
      const [issue] = parsed.error.issues
      const field = issue?.path.join('.') ?? ''
      return c.json({ error: `These settings cannot be used: ${field} ${issue?.message}`, field }, 400)
    }
    const outcome = await saveAiSettings(deps, { claims, change: parsed.data })
    c.header('cache-control', 'no-store')
    if (outcome === 'saved') return c.json(await deps.ai.readState())
    const { status, error } = REFUSALS[outcome]
    return c.json({ error, code: outcome }, status)
  }
}
