import { inspect } from 'node:util'
import { expect } from 'vitest'
import * as z from 'zod'
import {
  type LanguageModel,
  MODEL_TIMING,
  type ModelRequest,
  type ModelTiming,
  openLanguageModel,
} from '#server/platform/ai/language-model.ts'
import { ModelError } from '#server/platform/ai/model-error.ts'
import type { AiConfig } from '#server/platform/config.ts'
import { createLog } from '#server/platform/log.ts'
import { createTestDatabase } from '../../../../tests/support/database.ts'
import { type ModelServer, startModelServer } from '../../../../tests/support/model-server.ts'
import { TEST_SECRETS } from '../../../../tests/support/test-settings.ts'

export const KEY = 'sk-a-key-that-nobody-may-see-1234'
export const MODEL = 'test-model'
export const QUICK: ModelTiming = { ...MODEL_TIMING, attemptTimeoutMs: 5_000, backoffMs: 1, maxBackoffMs: 5 }
/** The server's answer to `translating()`. */
export const GERMAN = { segments: [{ id: '1', text: 'de: Hello' }] }

const answer = z.strictObject({ segments: z.array(z.strictObject({ id: z.string(), text: z.string() })) })
type Answer = z.infer<typeof answer>

export function translating(more: Partial<ModelRequest<Answer>> = {}): ModelRequest<Answer> {
  return {
    system: 'You translate news.',
    input: { task: 'translate', source: 'en', target: 'de', segments: [{ id: '1', text: 'Hello' }] },
    answer,
    ...more,
  }
}

/** The error of a request, which must not contain the key. */
export async function failureOf(asked: Promise<unknown>): Promise<ModelError> {
  const error = await asked.then(
    () => null,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(ModelError)
  expect(inspect(error, { depth: 10, showHidden: true })).not.toContain(KEY)
  return error as ModelError
}

/** A database, and a server of a model that each test gets anew. */
export async function openAsking() {
  const database = await createTestDatabase()
  const { sql } = database
  let server: ModelServer
  return {
    database,
    /** The server of the present test. */
    get server(): ModelServer {
      return server
    },
    async begin(): Promise<void> {
      server = await startModelServer({ key: KEY, model: MODEL })
    },
    async end(): Promise<void> {
      await server.stop()
      await sql`delete from private.ai_usage`
      await sql`update private.ai_settings set concurrency = 4, prices = '[]', monthly_budget = null`
    },
    open(config: Partial<AiConfig> | null = {}, timing = QUICK): LanguageModel {
      const environment = config && {
        provider: 'openai-compatible' as const,
        model: MODEL,
        baseUrl: server.baseUrl,
        key: KEY,
        variables: [],
        ...config,
      }
      const log = createLog('silent')
      return openLanguageModel({ sql, environment, jwtSecret: TEST_SECRETS.jwtSecret, log, timing })
    },
    usage: () =>
      sql`select model, task, input_tokens::int, output_tokens::int, calls::int from private.ai_usage`,
  }
}
