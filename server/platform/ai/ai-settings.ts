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
  type ShownSpeechConnection,
  type TypedAiConnection,
  type TypedSpeechConnection,
} from '#core/domain/ai-model.ts'
import { ModelError, type TokenUsage } from '#server/platform/ai/model-error.ts'
import type { AiConfig } from '#server/platform/config.ts'
import type { Session, Sql } from '#server/platform/database/connection.ts'
import type { SecretBox } from '#server/platform/secret-box.ts'

/** The settings in force, with the usage of this month. They are read for each request, so every process uses a change at once. */
export interface AiSettings {
  /** Null when no model is set up, or its key cannot be read. */
  connection: ModelConnection | null
  /** The connection to the speech model. */
  speech: SpeechConnection | null
  /** The state that the desk may show, without the key. */
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
  speech: StoredSpeech | null
  uses: Omit<ModelUse, 'cost'>[]
}

/** The row's form of a speech model. */
interface StoredSpeech extends Omit<TypedSpeechConnection, 'key'> {
  sealed_key: string | null
  key_end: string
}

/** Reads the settings. A model from the environment overrides the stored one. */
export async function readAiSettings(
  sql: Session,
  { environment, box }: { environment: AiConfig | null; box: SecretBox },
): Promise<AiSettings> {
  const [row] = await sql<[Row]>`
    select version, provider, model, base_url, sealed_key, key_end, concurrency, currency, prices, speech,
      monthly_budget::float8 as monthly_budget, (
        select coalesce(json_agg(u order by u.input_tokens desc, u.model), '[]') from (
          select model, sum(calls)::float8 as calls, sum(input_tokens)::float8 as input_tokens,
            sum(output_tokens)::float8 as output_tokens
          from private.ai_usage where day >= date_trunc('month', now() at time zone 'utc')::date group by model) as u
      ) as uses
    from private.ai_settings`
  const { connection, keyEnd, keyReadable } = environment ? fromEnvironment(environment) : fromRow(row, box)
  const speech = row.speech && fromStoredSpeech(row.speech, box)
  const uses = row.uses.map((use) => ({ ...use, cost: costOf(use, row) }))
  return {
    connection: keyReadable ? connection : null,
    speech: speech?.keyReadable ? speech.connection : null,
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
      speech: speech && row.speech && showSpeech(row.speech, speech.keyReadable),
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
  const { key, keyReadable } = openKey(box, keyOwner(connection), sealed)
  return { connection: { ...connection, key }, keyEnd, keyReadable }
}

function fromStoredSpeech(stored: StoredSpeech, box: SecretBox) {
  const { provider, model, voice, voices, base_url: baseUrl, sealed_key: sealed } = stored
  const { key, keyReadable } = openKey(box, speechKeyOwner({ provider, baseUrl }), sealed)
  const connection: SpeechConnection = { provider, model, voice, voices, baseUrl, key, from: 'settings' }
  return { connection, keyReadable }
}

function showSpeech(
  { sealed_key: sealed, ...stored }: StoredSpeech,
  keyReadable: boolean,
): ShownSpeechConnection {
  return { ...stored, has_key: sealed !== null, key_readable: keyReadable }
}

function openKey(
  box: SecretBox,
  owner: string,
  sealed: string | null,
): { key: string | null; keyReadable: boolean } {
  try {
    return { key: sealed === null ? null : box.open(owner, sealed), keyReadable: true }
  } catch {
    return { key: null, keyReadable: false }
  }
}

/** The owner to which a stored key is bound: the server that it was entered for, so that it cannot be used with another address. */
function keyOwner({ provider, baseUrl }: Pick<ModelConnection, 'provider' | 'baseUrl'>): string {
  return `${provider} ${baseUrl ?? ''}`
}

/** Apart from those of the language model, so that neither key is used for the other. */
const speechKeyOwner = (server: Pick<ModelConnection, 'provider' | 'baseUrl'>) => `speech ${keyOwner(server)}`

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
  /** The source of the settings, for editors: the environment, or the desk. */
  from: 'environment' | 'settings'
}

/** The connection to a speech model. */
export interface SpeechConnection extends ModelConnection {
  voice: string
  voices: TypedSpeechConnection['voices']
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
  const { version, connection, speech, ...costs } = change
  if (connection !== undefined && ai.environment) return 'set_by_environment'
  return sql.transaction(async (transaction) => {
    const [stored] = await transaction<[Stored]>`
      select version, provider, base_url, sealed_key, key_end, speech from private.ai_settings for update`
    if (stored.version !== version) return 'conflict'
    const row = toRow(connection, stored, { box: ai.box, ownerOf: keyOwner })
    const speechRow = toRow(speech, stored.speech, { box: ai.box, ownerOf: speechKeyOwner })
    if (row === 'key_needed' || speechRow === 'key_needed') return 'key_needed'
    await transaction`select set_config('request.jwt.claims', ${JSON.stringify(claims)}, true)`
    await transaction`
      select private.save_ai_settings(${version}, ${row && JSON.stringify(row)}::jsonb,
        ${speechRow && JSON.stringify(speechRow)}::jsonb, ${JSON.stringify(costs)}::jsonb)`
    return 'saved'
  })
}

/** The environment that sets a model, and the box that encrypts keys. */
interface SettingsSource {
  environment: AiConfig | null
  box: SecretBox
}

interface StoredKey {
  provider: string | null
  base_url: string | null
  sealed_key: string | null
  key_end: string
}

interface Stored extends StoredKey {
  version: number
  speech: StoredSpeech | null
}

/** Returns true if a stored key may be used for a connection: it belongs to the provider and the address that it was entered for. */
export function isSameServer(
  one: { provider: string | null; base_url: string | null },
  other: { provider: string | null; base_url: string | null },
): boolean {
  return one.provider === other.provider && one.base_url === other.base_url
}

/** Returns the fields to store for a connection: null to leave it, an empty object to remove it. */
function toRow(
  typed: TypedAiConnection | TypedSpeechConnection | null | undefined,
  stored: StoredKey | null,
  { box, ownerOf }: { box: SecretBox; ownerOf: typeof keyOwner },
) {
  if (!typed) return typed === null ? {} : null
  const { key, ...row } = typed
  if (key) {
    const owner = ownerOf({ provider: row.provider, baseUrl: row.base_url })
    return { ...row, sealed_key: box.seal(owner, key), key_end: endOfKey(key) }
  }
  if (key === undefined && stored && stored.sealed_key !== null) {
    if (!isSameServer(row, stored)) return 'key_needed'
    return { ...row, sealed_key: stored.sealed_key, key_end: stored.key_end }
  }
  // The addresses of providers require a key.
  return row.base_url === null ? 'key_needed' : { ...row, sealed_key: null, key_end: '' }
}

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

/** Counts the tokens of one answer, also of an unusable one, which was paid for. */
export async function recordUsage(
  sql: Session,
  { model, task, usage }: { model: string; task: string; usage: TokenUsage },
): Promise<void> {
  await sql`
    insert into private.ai_usage as u (model, task, input_tokens, output_tokens, calls)
    values (${model}, ${task}, ${usage.inputTokens}, ${usage.outputTokens}, 1)
    on conflict (day, model, task) do update set
      input_tokens = u.input_tokens + excluded.input_tokens,
      output_tokens = u.output_tokens + excluded.output_tokens,
      calls = u.calls + 1`
}
