import * as z from 'zod'
import {
  type AiModelState,
  type AiTestResult,
  aiModelChange,
  type TypedAiConnection,
  type TypedSpeechConnection,
  typedAiConnection,
  typedSpeechConnection,
} from '#core/domain/ai-model.ts'
import type { FunctionDeps } from '#server/features/services.ts'
import {
  isSameServer,
  type ModelConnection,
  type SaveOutcome,
  type SpeechConnection,
  saveAiSettings,
} from '#server/platform/ai/ai-settings.ts'
import { testConnection, testSpeech } from '#server/platform/ai/check-model.ts'
import type { LanguageModel } from '#server/platform/ai/language-model.ts'
import { ModelError } from '#server/platform/ai/model-error.ts'
import { fragment } from '#server/platform/database/fragment.ts'
import { answer, refuse, type UserCall, withBody } from '#server/supabase/functions/call.ts'
import { holdsFor } from '#server/supabase/functions/requirement.ts'

/**
 * The language model that is set up, without its key, and what was spent. Who is no administrator gets what says whether it can be asked, and
 * nothing about its uses.
 */
export const readAiModel = async ({ ai, sql }: Pick<FunctionDeps, 'ai' | 'sql'>, { claims }: UserCall) => {
  const state = await ai.readState()
  const isAdministrator = await sql.transaction((transaction) =>
    holdsFor(transaction, claims, fragment`private.is_admin()`),
  )
  return answer(isAdministrator ? state : withoutSettings(state))
}

const withoutSettings = (state: AiModelState): AiModelState => ({
  ...state,
  variables: [],
  connection: state.connection && { ...state.connection, base_url: null, key_end: '' },
  speech: state.speech && { ...state.speech, base_url: null, key_end: '' },
  prices: [],
  uses: [],
})

const REFUSALS = {
  conflict: { status: 409, error: 'Somebody else has changed these settings meanwhile.' },
  set_by_environment: { status: 409, error: 'The environment of the server sets the language model.' },
  key_needed: { status: 400, error: 'Enter the API key for this provider and address.' },
} as const satisfies Record<Exclude<SaveOutcome, 'saved'>, { status: number; error: string }>

/** Changes the language model and its budget. The key is never returned. */
export const saveAiModel = withBody(
  aiModelChange,
  ({ issues: [issue] }) => {
    const field = issue?.path.join('.') ?? ''
    return { error: `These settings cannot be used: ${field} ${issue?.message}`, field }
  },
  async (deps: Pick<FunctionDeps, 'sql' | 'ai'>, change, { claims }) => {
    const outcome = await saveAiSettings(deps, { claims, change })
    if (outcome === 'saved') return answer(await deps.ai.readState())
    const { status, error } = REFUSALS[outcome]
    return refuse(status, error, { more: { code: outcome } })
  },
)

/**
 * Tells whether a language model answers, or a speech model where `speech` is named. Without `connection` the current language model is
 * tested. A stored key is sent only to the server for which it was entered.
 */
export const testAiConnection = withBody(
  z
    .strictObject({ connection: typedAiConnection.optional(), speech: typedSpeechConnection.optional() })
    .refine(({ connection, speech }) => !connection || !speech, {
      path: ['', 'speech'],
      message: 'One at a time',
    }),
  ({ issues: [issue] }) => ({
    error: 'Send an object with a connection that can be used, or an empty one.',
    field: issue?.path.slice(1).join('.') ?? '',
  }),
  async ({ ai }: Pick<FunctionDeps, 'ai'>, { connection, speech }) => {
    if (speech)
      return answer(await resultOf(async () => testSpeech(ai, await withStoredSpeechKey(ai, speech))))
    if (connection && ai.environment) return refuse(409, REFUSALS.set_by_environment.error)
    return answer(
      await resultOf(async () =>
        testConnection(ai, connection ? await withStoredKey(ai, connection) : await ai.requireConnection()),
      ),
    )
  },
)

async function resultOf(test: () => Promise<{ model: string; ms: number }>): Promise<AiTestResult> {
  try {
    return { ok: true, ...(await test()) }
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

async function withStoredSpeechKey(
  ai: LanguageModel,
  typed: TypedSpeechConnection,
): Promise<SpeechConnection> {
  const { base_url: baseUrl, key = null, ...rest } = typed
  const connection: SpeechConnection = { ...rest, baseUrl, key, from: 'settings' }
  if (typed.key !== undefined) return connection
  const stored = await ai.speechOf()
  const isSame = stored && isSameServer(typed, { provider: stored.provider, base_url: stored.baseUrl })
  return isSame ? { ...connection, key: stored.key } : connection
}
