import type { Client } from '#core/data/client.ts'
import type { SettingValues } from '#core/domain/settings.ts'

/** Sets these, whatever was set before. */
export async function setSettings(client: Client, values: Partial<SettingValues>): Promise<void> {
  const rows = Object.entries<NonNullable<unknown>>(values).map(([key, value]) => ({ key, value }))
  await client.from('settings').upsert(rows).throwOnError()
}
