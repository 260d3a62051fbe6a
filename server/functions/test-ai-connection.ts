import type { Context } from 'hono'
import * as z from 'zod'
import { type AiTestResult, type TypedAiConnection, typedAiConnection } from '#core/domain/ai-model.ts'
import type { LanguageModel } from '#server/ai/language-model.ts'
import type { ModelConnection } from '#server/ai/model-connection.ts'
import { ModelError } from '#server/ai/model-error.ts'
import { isSameServer } from '#server/ai/save-ai-settings.ts'
import { testConnection } from '#server/ai/test-connection.ts'
import { type AdmitDeps, admitAdministrator } from '#server/functions/admit-administrator.ts'
import type { SiteServices } from '#server/services.ts'

const input = z.strictObject({ connection: typedAiConnection.optional() })

/**
 * POST /functions/v1/test-ai-connection: whether a language model answers. Without `connection` the one in force is tested. The stored
 * key goes to no other server than the one that it was entered for.
 */
export function createTestAiConnection(deps: AdmitDeps & Pick<SiteServices, 'ai'>) {
  return async (c: Context): Promise<Response> => {
    const admitted = await admitAdministrator(c, deps, 'model-test')
    if (admitted instanceof Response) return admitted
    const parsed = input.safeParse(await c.req.json().catch(() => null))
    if (!parsed.success) {
      const field = parsed.error.issues[0]?.path.slice(1).join('.') ?? ''
      return c.json(
        { error: 'Send an object with a connection that can be used, or an empty one.', field },
        400,
      )
    }
    const typed = parsed.data.connection
    if (typed && deps.ai.environment)
      return c.json({ error: 'The environment of the server sets the language model.' }, 409)
    c.header('cache-control', 'no-store')
    return c.json<AiTestResult>(await test(deps.ai, typed))
  }
}

async function test(ai: LanguageModel, typed: TypedAiConnection | undefined): Promise<AiTestResult> {
  try {
    const connection = typed ? await withStoredKey(ai, typed) : await ai.requireConnection()
    return { ok: true, ...(await testConnection(ai, connection)) }
  } catch (error) {
    if (!(error instanceof ModelError)) throw error
    return { ok: false, code: error.code, error: error.message }
  }
}

async function withStoredKey(ai: LanguageModel, typed: TypedAiConnection): Promise<ModelConnection> {
  const { provider, model, base_url: baseUrl, key = null } = typed
  const connection: ModelConnection = { provider, model, baseUrl, key, from: 'settings' }
  if (typed.key !== undefined) return connection
  const { connection: stored } = await ai.readState()
  if (!stored?.has_key || !isSameServer(typed, stored)) return connection
  return { ...connection, key: (await ai.requireConnection()).key }
}
