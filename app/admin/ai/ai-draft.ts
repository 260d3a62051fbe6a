import {
  type AiModelChange,
  type AiModelState,
  type AiProvider,
  aiAddress,
  aiModelChange,
  type TypedAiConnection,
} from '#core/domain/ai-model.ts'

export interface PriceDraft {
  model: string
  input: string
  output: string
}

/** The settings of the language model as they are typed. */
export interface AiDraft {
  provider: AiProvider | ''
  model: string
  base_url: string
  /** What becomes of the stored key. */
  keyIs: 'kept' | 'typed' | 'removed'
  key: string
  concurrency: string
  currency: string
  prices: PriceDraft[]
  monthly_budget: string
}

export function toDraft({ connection, ...costs }: AiModelState): AiDraft {
  return {
    provider: connection?.provider ?? '',
    model: connection?.model ?? '',
    base_url: connection?.base_url ?? '',
    keyIs: 'kept',
    key: '',
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

/** Whether the stored key can be used with what is typed: it belongs to the provider and the address that it was entered for. */
export function keepsKey({ provider, base_url }: AiDraft, { connection }: AiModelState): boolean {
  const address = base_url.trim() ? (aiAddress.safeParse(base_url).data ?? base_url) : null
  return Boolean(connection?.has_key && connection.provider === provider && connection.base_url === address)
}

/** What would be saved, or what is wrong with it, by the field: `connection.model`, `prices.0.input`. */
export function readDraft(
  draft: AiDraft,
  state: AiModelState,
  version: number,
): { change: AiModelChange; problems: ReadonlyMap<string, string> } {
  const connection = state.variables.length > 0 ? undefined : toConnection(draft, state)
  const change = {
    version,
    ...(connection !== undefined && { connection }),
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
function toConnection(draft: AiDraft, state: AiModelState): TypedAiConnection | null {
  const { provider, model, base_url, keyIs, key } = draft
  if (!provider) return null
  const connection = { provider, model, base_url: base_url.trim() || null }
  if (keyIs === 'kept' && keepsKey(draft, state)) return connection
  return { ...connection, key: (keyIs !== 'removed' && key.trim()) || null }
}

/** A comma is a point in the languages of many desks. */
function toNumber(text: string): number {
  return text.trim() ? Number(text.trim().replace(',', '.')) : Number.NaN
}
