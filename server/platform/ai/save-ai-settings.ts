import type { JWTPayload } from 'jose'
import type * as z from 'zod'
import { type aiModelChange, endOfKey, type TypedAiConnection } from '#core/domain/ai-model.ts'
import { keyOwner } from '#server/platform/ai/ai-settings.ts'
import type { LanguageModel } from '#server/platform/ai/language-model.ts'
import type { Sql } from '#server/platform/database/connection.ts'

export type SaveOutcome =
  | 'saved'
  /** Somebody else has changed the settings since. */
  | 'conflict'
  /** The environment sets the model. */
  | 'set_by_environment'
  /** The stored key was entered for another provider or address, or there is none and the provider needs one. */
  | 'key_needed'

/** Saves the settings in the name of an administrator; the database decides whether it is one. */
export async function saveAiSettings(
  { sql, ai }: { sql: Sql; ai: LanguageModel },
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

function toRow({ provider, model, base_url, key }: TypedAiConnection, stored: Stored, ai: LanguageModel) {
  const row = { provider, model, base_url, sealed_key: null, key_end: '' }
  if (key) {
    const owner = keyOwner({ provider, baseUrl: base_url })
    return { ...row, sealed_key: ai.box.seal(owner, key), key_end: endOfKey(key) }
  }
  if (key === undefined && stored.sealed_key !== null) {
    if (!isSameServer({ provider, base_url }, stored)) return 'key_needed'
    return { ...row, sealed_key: stored.sealed_key, key_end: stored.key_end }
  }
  // A provider's own address answers nobody without one.
  return base_url === null ? 'key_needed' : row
}
