import type { SecretAction } from '#app/admin/kit/form/secret-field.tsx'
import {
  type FieldProblems,
  useVersionedForm,
  type VersionedForm,
} from '#app/admin/kit/form/use-versioned-form.ts'
import { t } from '#app/admin/kit/messages.ts'
import { AI_MODEL_KEY } from '#app/admin/settings/ai/ai-model.tsx'
import { saveAiModel, testAiConnection } from '#core/data/ai-model.ts'
import {
  type AiModelChange,
  type AiModelState,
  type AiProvider,
  type AiTestResult,
  aiAddress,
  aiModelChange,
  type ShownAiConnection,
  SPEECH_PROVIDERS,
  type TypedAiConnection,
  type TypedSpeechConnection,
} from '#core/domain/ai-model.ts'

/** The settings of the language model that are being edited. */
export type AiForm = VersionedForm<AiModelState, AiDraft, AiTestResult>

export function useAiForm(state: AiModelState): AiForm {
  return useVersionedForm(state, {
    queryKey: AI_MODEL_KEY,
    toDraft,
    parse: parseDraft,
    save: saveAiModel,
    saved: t('ai.saved'),
    refusals: {
      field: 'connection.key',
      secretNeeded: t('ai.key.needed'),
      conflict: t('ai.conflict.look'),
      other: t('ai.problem.refused'),
    },
    isTested: (field) => field.startsWith('connection'),
    toTest: ({ connection }, isEdited) => (isEdited ? (connection ?? undefined) : undefined),
    test: testAiConnection,
  })
}

export interface PriceDraft {
  model: string
  input: string
  output: string
}

/** A connection as it is typed. */
export interface ConnectionDraft {
  provider: AiProvider | ''
  model: string
  base_url: string
  /** The action for the stored key. */
  keyAction: SecretAction
  key: string
}

/** The speech model as it is typed. */
export interface SpeechDraft extends ConnectionDraft {
  voice: string
  voices: VoiceDraft[]
}

export interface VoiceDraft {
  language: string
  voice: string
}

/** The settings of both models as they are typed. */
export interface AiDraft extends ConnectionDraft {
  speech: SpeechDraft
  concurrency: string
  currency: string
  prices: PriceDraft[]
  monthly_budget: string
}

export function toDraft({ connection, speech, ...costs }: AiModelState): AiDraft {
  return {
    ...toConnectionDraft(connection),
    speech: { ...toConnectionDraft(speech), voice: speech?.voice ?? '', voices: speech?.voices ?? [] },
    concurrency: String(costs.concurrency),
    currency: costs.currency,
    prices: costs.prices.map(({ model, input, output }) => ({
      model,
      input: String(input),
      output: String(output),
    })),
    monthly_budget: costs.monthly_budget === null ? '' : String(costs.monthly_budget),
  }
}

function toConnectionDraft(stored: ShownAiConnection | null): ConnectionDraft {
  const { provider = '', model = '', base_url = null } = stored ?? {}
  return { provider, model, base_url: base_url ?? '', keyAction: 'keep', key: '' }
}

/** Tells whether the stored key can be used with what is typed: it belongs to the provider and the address that it was entered for. */
export function canReuseKey(
  { provider, base_url }: ConnectionDraft,
  stored: ShownAiConnection | null,
): boolean {
  const address = base_url.trim() ? (aiAddress.safeParse(base_url).data ?? base_url) : null
  return Boolean(stored?.has_key && stored.provider === provider && stored.base_url === address)
}

/** Returns what would be saved, or what is wrong with it, by the field: `connection.model`, `prices.0.input`. */
export function parseDraft(
  draft: AiDraft,
  state: AiModelState,
  version: number,
): { change: AiModelChange; problems: FieldProblems } {
  const connection = state.variables.length > 0 ? undefined : toConnection(draft, state.connection)
  const change = {
    version,
    ...(connection !== undefined && { connection }),
    speech: toSpeech(draft.speech, state),
    concurrency: toNumber(draft.concurrency),
    currency: draft.currency.trim().toUpperCase(),
    prices: draft.prices
      .filter((row) => Object.values(row).some((text) => text.trim()))
      .map(({ model, input, output }) => ({ model, input: toNumber(input), output: toNumber(output) })),
    monthly_budget: draft.monthly_budget.trim() ? toNumber(draft.monthly_budget) : null,
  }
  const issues = aiModelChange.safeParse(change).error?.issues ?? []
  return {
    change,
    problems: new Map(issues.toReversed().map(({ path, message }) => [path.join('.'), message])),
  }
}

/** Null when there is to be no model. */
function toConnection(draft: ConnectionDraft, stored: ShownAiConnection | null): TypedAiConnection | null {
  const { provider, model, base_url, keyAction, key } = draft
  if (!provider) return null
  const connection = { provider, model, base_url: base_url.trim() || null }
  if (keyAction === 'keep' && canReuseKey(draft, stored)) return connection
  return { ...connection, key: (keyAction !== 'remove' && key.trim()) || null }
}

/** Returns what would be saved of a speech model; null when there is to be none. */
export function toSpeech(
  draft: SpeechDraft,
  { speech }: Pick<AiModelState, 'speech'>,
): TypedSpeechConnection | null {
  const connection = toConnection(draft, speech)
  const provider = SPEECH_PROVIDERS.find((name) => name === connection?.provider)
  if (!connection || !provider) return null
  const voices = draft.voices
    .map(({ language, voice }) => ({ language: language.trim().toLowerCase(), voice: voice.trim() }))
    .filter(({ language, voice }) => language || voice)
  return { ...connection, provider, voice: draft.voice.trim(), voices }
}

/** A comma is a point in the languages of many desks. */
function toNumber(text: string): number {
  return text.trim() ? Number(text.trim().replace(',', '.')) : Number.NaN
}
