import type { AiCosts, AiModelState, ModelPrice, ModelUse } from '#core/domain/ai-model.ts'
import { endOfKey } from '#core/domain/ai-model.ts'
import type { ModelConnection } from '#server/platform/ai/model-connection.ts'
import type { AiConfig } from '#server/platform/config.ts'
import type { Session } from '#server/platform/database/connection.ts'
import type { SecretBox } from '#server/platform/secret-box.ts'

/** The settings in force, with what was used in this month. They are read for each request, so every process uses a change at once. */
export interface AiSettings {
  /** Null when no model is set up, or its key cannot be read. */
  connection: ModelConnection | null
  /** What the desk may show; it has no key. */
  state: AiModelState
}

/** Somebody who tries many names should not make the desk slow. */
const SHOWN_MODELS = 50

interface Row {
  version: number
  provider: ModelConnection['provider'] | null
  model: string | null
  base_url: string | null
  sealed_key: string | null
  key_end: string
  concurrency: number
  currency: string
  prices: ModelPrice[]
  monthly_budget: number | null
  uses: Omit<ModelUse, 'cost'>[]
}

/** Reads the settings. Where the environment sets the model, what is stored of it is not used. */
export async function readAiSettings(
  sql: Session,
  { environment, box }: { environment: AiConfig | null; box: SecretBox },
): Promise<AiSettings> {
  const [row] = await sql<[Row]>`
    select version, provider, model, base_url, sealed_key, key_end, concurrency, currency, prices,
      monthly_budget::float8 as monthly_budget, (
        select coalesce(json_agg(u order by u.input_tokens desc, u.model), '[]') from (
          select model, sum(calls)::float8 as calls, sum(input_tokens)::float8 as input_tokens,
            sum(output_tokens)::float8 as output_tokens
          from private.ai_usage where day >= date_trunc('month', now() at time zone 'utc')::date group by model) as u
      ) as uses
    from private.ai_settings`
  const { connection, keyEnd, keyReadable } = environment ? fromEnvironment(environment) : fromRow(row, box)
  const uses = row.uses.map((use) => ({ ...use, cost: costOf(use, row) }))
  return {
    connection: keyReadable ? connection : null,
    state: {
      version: row.version,
      variables: environment?.variables ?? [],
      connection: connection && {
        provider: connection.provider,
        model: connection.model,
        base_url: connection.baseUrl,
        has_key: connection.key !== null || !keyReadable,
        key_end: keyEnd,
      },
      key_readable: keyReadable,
      concurrency: row.concurrency,
      currency: row.currency,
      prices: row.prices,
      monthly_budget: row.monthly_budget,
      spent: uses.reduce((sum, { cost }) => sum + (cost ?? 0), 0),
      uses: uses.slice(0, SHOWN_MODELS),
    },
  }
}

function fromEnvironment({ provider, model, baseUrl, key }: AiConfig) {
  const connection: ModelConnection = { provider, model, baseUrl, key, from: 'environment' }
  return { connection, keyEnd: endOfKey(key ?? ''), keyReadable: true }
}

function fromRow(
  { provider, model, base_url: baseUrl, sealed_key: sealed, key_end: keyEnd }: Row,
  box: SecretBox,
) {
  if (!provider || !model) return { connection: null, keyEnd: '', keyReadable: true }
  const connection: ModelConnection = { provider, model, baseUrl, key: null, from: 'settings' }
  if (sealed === null) return { connection, keyEnd, keyReadable: true }
  try {
    connection.key = box.open(keyOwner(connection), sealed)
    return { connection, keyEnd, keyReadable: true }
  } catch {
    return { connection, keyEnd, keyReadable: false }
  }
}

/** A stored key is bound to the server that it was entered for, so that a change of the address alone makes it useless. */
export function keyOwner({ provider, baseUrl }: Pick<ModelConnection, 'provider' | 'baseUrl'>): string {
  return `${provider} ${baseUrl ?? ''}`
}

function costOf(use: Omit<ModelUse, 'cost'>, { prices }: Pick<AiCosts, 'prices'>): number | null {
  const price = prices.find(({ model }) => model === use.model)
  return price ? (use.input_tokens * price.input + use.output_tokens * price.output) / 1_000_000 : null
}
