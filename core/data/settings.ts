import { type Answer, refusalOf } from '#core/data/call-function.ts'
import type { Client } from '#core/data/client.ts'
import {
  isSettingKey,
  type SettingChange,
  type SettingKey,
  type SettingValues,
} from '#core/domain/settings.ts'
import type { DescribedStatement } from '#core/i18n/describe-statements.ts'
import type { ShippedWord } from '#core/i18n/shipped-words.ts'

/** The values that administrators have set; the default is in force for all others. */
export async function listSettings(client: Client): Promise<Partial<SettingValues>> {
  const { data } = await client.from('settings').select('key, value').throwOnError()
  return Object.fromEntries(data.filter(({ key }) => isSettingKey(key)).map(({ key, value }) => [key, value]))
}

/**
 * Saves settings, all of them or none. Returns the keys of those that another administrator has changed since the caller read them; when
 * there is one, nothing was saved.
 */
export async function saveSettings(client: Client, changes: readonly SettingChange[]): Promise<SettingKey[]> {
  if (changes.length === 0) return []
  const { data } = await client.rpc('save_settings', { p_changes: [...changes] }).throwOnError()
  return data.conflicts.filter(isSettingKey)
}

/**
 * Reads the defaults that come from the environment of the server.
 * @throws when the caller is not allowed to, or the request failed
 */
export async function readSettingDefaults(client: Client): Promise<Record<string, unknown>> {
  const { data, error } = await client.functions.invoke<Record<string, unknown>>('read-setting-defaults', {
    method: 'GET',
  })
  if (error) throw error
  return data ?? {}
}

/**
 * Reads the messages that can be put into other words, as they are shipped.
 * @throws when the caller is not allowed to, or the request failed
 */
export async function readWords(client: Client): Promise<ShippedWord[]> {
  const { data, error } = await client.functions.invoke<ShippedWord[]>('read-words', { method: 'GET' })
  if (error) throw error
  return data ?? []
}

/** Reads the statements made in the name of the publication. @throws when the caller is not allowed to, or the request failed */
export async function readStatements(client: Client): Promise<DescribedStatement[]> {
  const { data, error } = await client.functions.invoke<DescribedStatement[]>('read-statements', {
    method: 'GET',
  })
  if (error) throw error
  return data ?? []
}

/** A stored logo or icon: its name, that of the same for the dark theme, and its size. */
export interface StoredLookFile {
  file: string
  recoloured: string | null
  width: number
  height: number
}

/** Uploads a logo or an icon. It is removed after a week unless a setting names it by then. */
export async function storeLookFile(
  client: Client,
  file: Blob,
  use: 'logo' | 'icon',
): Promise<Answer<StoredLookFile>> {
  const { data, error } = await client.functions.invoke<StoredLookFile>(`store-look-file?use=${use}`, {
    body: file,
    headers: { 'content-type': 'application/octet-stream' },
  })
  if (!error && data) return { status: 'answered', data }
  const refusal = await refusalOf(error, [413, 422])
  if (refusal) return { status: 'refused', message: refusal.error }
  throw error ?? new TypeError('The function has returned nothing')
}
