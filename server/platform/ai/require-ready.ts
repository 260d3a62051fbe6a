import type { AiSettings, ModelConnection, SpeechConnection } from '#server/platform/ai/ai-settings.ts'
import { ModelError } from '#server/platform/ai/model-error.ts'

const WHERE = 'Settings → Language model'

/** @throws ModelError when no language model may be asked now */
export function requireReady(settings: AiSettings): ModelConnection {
  const connection = requireConnection(settings)
  requireBudget(settings)
  return connection
}

/** @throws ModelError when no speech model may be asked now */
export function requireReadyToSpeak(settings: AiSettings): SpeechConnection {
  const { speech, state } = settings
  if (state.speech && !speech) throw keyUnreadable()
  if (!speech) throw new ModelError('not_configured', `No speech model is set up. Choose one in ${WHERE}.`)
  requireBudget(settings)
  return speech
}

/** @throws ModelError when the budget of all models of the publication together is used up */
function requireBudget({ state }: AiSettings): void {
  if (state.monthly_budget !== null && state.spent >= state.monthly_budget)
    throw new ModelError(
      'paused_by_budget',
      `The budget of this month for the language model is used up (${state.spent.toFixed(2)} of ${state.monthly_budget.toFixed(2)} ${state.currency}). Raise it in ${WHERE}, or wait for the next month.`,
    )
}

/** @throws ModelError when there is no language model */
export function requireConnection({ connection, state }: AiSettings): ModelConnection {
  if (!state.key_readable) throw keyUnreadable()
  if (!connection)
    throw new ModelError(
      'not_configured',
      `No language model is set up. Choose one in ${WHERE}, or set AI_PROVIDER, AI_MODEL and AI_API_KEY or AI_BASE_URL.`,
    )
  return connection
}

const keyUnreadable = () =>
  new ModelError(
    'key_unreadable',
    `The stored API key cannot be decrypted, because JWT_SECRET has changed. Enter it again in ${WHERE}.`,
  )
