import type { JWTPayload } from 'jose'
import type * as z from 'zod'
import {
  type AiCosts,
  type AiModelState,
  type AiProvider,
  type aiModelChange,
  endOfKey,
  type ModelPrice,
  type ModelUse,
  PROVIDER_ADDRESSES,
  type TypedAiConnection,
} from '#core/domain/ai-model.ts'
import type { AiConfig } from '#server/platform/config.ts'
import type { Session, Sql } from '#server/platform/database/connection.ts'
import type { SecretBox } from '#server/platform/secret-box.ts'

/** The settings in force, with what was used in this month. They are read for each request, so every process uses a change at once. */
export interface AiSettings {
  /** Null when no model is set up, or its key cannot be read. */
  connection: ModelConnection | null
  /** What the desk may show; it has no key. */
  state: AiModelState
}

/** The most models that the desk shows. */
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

/** Reads the settings. A model from the environment overrides the stored one. */
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

/** The owner to which a stored key is bound: the server that it was entered for, so that it cannot be used with another address. */
function keyOwner({ provider, baseUrl }: Pick<ModelConnection, 'provider' | 'baseUrl'>): string {
  return `${provider} ${baseUrl ?? ''}`
}

function costOf(use: Omit<ModelUse, 'cost'>, { prices }: Pick<AiCosts, 'prices'>): number | null {
  const price = prices.find(({ model }) => model === use.model)
  return price ? (use.input_tokens * price.input + use.output_tokens * price.output) / 1_000_000 : null
}

/** The connection to a model. */
export interface ModelConnection {
  provider: AiProvider
  model: string
  /** Null for the provider's own address. */
  baseUrl: string | null
  key: string | null
  /** Where an editor finds the settings: the environment, or the desk. */
  from: 'environment' | 'settings'
}

/** The address without a slash at its end, below which the provider's paths are. */
export function addressOf({ provider, baseUrl }: Pick<ModelConnection, 'provider' | 'baseUrl'>): string {
  const address = baseUrl ?? PROVIDER_ADDRESSES[provider]
  if (!address) throw new TypeError(`${provider} needs an address`)
  return address
}

export type SaveOutcome =
  | 'saved'
  /** The settings have been changed since. */
  | 'conflict'
  /** The environment sets the model. */
  | 'set_by_environment'
  /** The stored key was entered for another provider or address, or there is none and the provider needs one. */
  | 'key_needed'

/** Saves the settings with the claims of the caller; the database checks that it is an administrator. */
export async function saveAiSettings(
  { sql, ai }: { sql: Sql; ai: SettingsSource },
  { claims, change }: { claims: JWTPayload; change: z.output<typeof aiModelChange> },
): Promise<SaveOutcome> {
  const { version, connection, ...costs } = change
  if (connection !== undefined && ai.environment) return 'set_by_environment'
  return sql.transaction(async (transaction) => {
    const [stored] = await transaction<[Stored]>`
      select version, provider, base_url, sealed_key, key_end from private.ai_settings for update`
    if (stored.version !== version) return 'conflict'
    const row = connection === undefined ? null : connection === null ? {} : toRow(connection, stored, ai)
    if (row === 'key_needed') return row
    await transaction`select set_config('request.jwt.claims', ${JSON.stringify(claims)}, true)`
    await transaction`
      select private.save_ai_settings(${version}, ${row && JSON.stringify(row)}::jsonb, ${JSON.stringify(costs)}::jsonb)`
    return 'saved'
  })
}

/** The environment that sets a model, and the box that encrypts keys. */
interface SettingsSource {
  environment: AiConfig | null
  box: SecretBox
}

interface Stored {
  version: number
  provider: string | null
  base_url: string | null
  sealed_key: string | null
  key_end: string
}

/** Whether a stored key may be used for a connection: it belongs to the provider and the address that it was entered for. */
export function isSameServer(
  one: { provider: string | null; base_url: string | null },
  other: { provider: string | null; base_url: string | null },
): boolean {
  return one.provider === other.provider && one.base_url === other.base_url
}

function toRow({ provider, model, base_url, key }: TypedAiConnection, stored: Stored, ai: SettingsSource) {
  const row = { provider, model, base_url, sealed_key: null, key_end: '' }
  if (key) {
    const owner = keyOwner({ provider, baseUrl: base_url })
    return { ...row, sealed_key: ai.box.seal(owner, key), key_end: endOfKey(key) }
  }
  if (key === undefined && stored.sealed_key !== null) {
    if (!isSameServer({ provider, base_url }, stored)) return 'key_needed'
    return { ...row, sealed_key: stored.sealed_key, key_end: stored.key_end }
  }
  // The addresses of providers require a key.
  return base_url === null ? 'key_needed' : row
}
