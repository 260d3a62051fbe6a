import type { Client } from '#core/data/client.ts'
import { isSettingKey, parseSetting, type SettingKey, type SettingValues } from '#core/domain/settings.ts'

/** What an administrator has set; of what is missing the default is in force. */
export async function listSettings(client: Client): Promise<Partial<SettingValues>> {
  const { data } = await client.from('settings').select('key, value').throwOnError()
  return Object.fromEntries(data.filter(({ key }) => isSettingKey(key)).map(({ key, value }) => [key, value]))
}

/**
 * Sets these, all of them or none.
 * @throws ZodError before anything is sent, when a value does not fit
 */
export async function saveSettings(client: Client, values: Partial<SettingValues>): Promise<void> {
  const rows = Object.entries(values).map(([key, value]): { key: string; value: unknown } => ({
    key,
    value: parseSetting(key as SettingKey, value),
  }))
  if (rows.length > 0) await client.from('settings').upsert(rows).throwOnError()
}

/** Puts the default in force again. */
export async function resetSetting(client: Client, key: SettingKey): Promise<void> {
  await client.from('settings').delete().eq('key', key).throwOnError()
}
