import type { Context } from 'hono'
import type { AdmitDeps } from '#server/functions/admit-administrator.ts'
import { createReadAiModel } from '#server/functions/read-ai-model.ts'
import { createSaveAiModel } from '#server/functions/save-ai-model.ts'
import { createTestAiConnection } from '#server/functions/test-ai-connection.ts'
import type { SiteServices } from '#server/services.ts'

type Handler = (c: Context) => Promise<Response>

/** What administrators do with the language model. */
export interface AiModelFunctions {
  read: Handler
  save: Handler
  test: Handler
}

export function createAiModelFunctions(deps: AdmitDeps & Pick<SiteServices, 'sql' | 'ai'>): AiModelFunctions {
  return { read: createReadAiModel(deps), save: createSaveAiModel(deps), test: createTestAiConnection(deps) }
}
