import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'yaml'
import { isSettingKey, parseSetting } from '#core/domain/settings.ts'
import type { Sql } from '#server/platform/database/connection.ts'
import { ROOT } from '#server/platform/root.ts'

const FILE = 'supabase/demo/settings.yaml'

/**
 * Stores the settings of the demo's landing page if the articles of the demo are there and none of these settings is stored. To
 * show none of it, store empty lists.
 */
export async function seedDemoSettings(sql: Sql): Promise<void> {
  const [row] = await sql<[{ is_wanted: boolean }]>`
    select not exists (select from public.settings)
      and exists (select from public.articles where hero_image like '/demo/%') as is_wanted`
  if (!row.is_wanted) return
  const settings = Object.entries(parse(await readFile(join(ROOT, FILE), 'utf8')))
  const rows = settings.map(([key, value]) => {
    if (!isSettingKey(key)) throw new Error(`${FILE}: there is no setting "${key}"`)
    return { key, value: parseSetting(key, value) }
  })
  await sql`
    insert into public.settings (key, value)
    select key, value from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (key text, value jsonb)
    on conflict (key) do nothing`
}
