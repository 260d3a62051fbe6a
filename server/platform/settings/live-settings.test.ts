import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Listening } from '#server/platform/database/listen.ts'
import { createLog } from '#server/platform/log.ts'
import { type LiveSettings, listenForChanges, openSettings } from '#server/platform/settings/live-settings.ts'
import { createTestDatabase, type TestDatabase } from '../../../tests/support/database.ts'

let database: TestDatabase
let settings: LiveSettings
let changes: Listening
/** The evicted tags, and the name of the publication at that moment. */
const evicted: { tags: string[] | 'all'; name: string }[] = []
const warnings: string[] = []

beforeEach(async () => {
  database = await createTestDatabase()
  evicted.length = warnings.length = 0
  const log = { ...createLog('silent'), warn: (line: string) => void warnings.push(line) }
  const environment = { contact_address: 'news@example.org' }
  settings = await openSettings({ sql: database.sql, environment, log })
  const note = (tags: string[] | 'all') => evicted.push({ tags, name: settings.current().site_name })
  changes = await listenForChanges(database.address, settings, {
    evict: (tags) => note([...tags]),
    evictAll: () => note('all'),
  })
  // All pages are evicted when listening begins, and again after the settings were read.
  await vi.waitUntil(() => evicted.length === 2)
  evicted.length = 0
})
afterEach(async () => {
  await changes.stop()
  settings.stop()
  await database.drop()
})

const set = (key: string, value: unknown) =>
  database.sql`
    insert into public.settings (key, value) values (${key}, ${JSON.stringify(value)}::jsonb)
    on conflict (key) do update set value = excluded.value`

test('a setting that every page shows evicts all pages, after the new value was read', async () => {
  await set('site_name', 'Le Monde')
  await expect.poll(() => evicted).toEqual([{ tags: 'all', name: 'Le Monde' }])
  await database.sql`delete from public.settings`
  await expect.poll(() => evicted.at(-1)).toEqual({ tags: 'all', name: 'AI Watch' })
})

test('a setting that some pages show evicts those, and one that did not change evicts none', async () => {
  await set('ai_crawlers', 'refused')
  await expect.poll(() => evicted).toEqual([{ tags: ['setting:ai_crawlers'], name: 'AI Watch' }])
  expect(settings.current().ai_crawlers).toBe('refused')
  await set('ai_crawlers', 'refused')
  await set('contact_address', 'news@example.org')
  await expect.poll(() => evicted.at(-1)?.tags).toEqual(['setting:contact_address'])
  expect(evicted).toHaveLength(2)
})

test('after many changes at once the last one counts', async () => {
  await Promise.all(Array.from({ length: 30 }, (_, n) => set('site_name', `Name ${n}`)))
  await set('site_name', 'The last')
  await expect.poll(() => settings.current().site_name).toBe('The last')
})

test('truncating the table evicts all pages too', async () => {
  await set('site_name', 'Le Monde')
  await expect.poll(() => settings.current().site_name).toBe('Le Monde')
  await database.sql`truncate public.settings`
  await expect.poll(() => settings.current().site_name).toBe('AI Watch')
})

test('while the database is down the last settings are used, and later changes are read when it is back', async () => {
  await set('site_name', 'Le Monde')
  await expect.poll(() => settings.current().site_name).toBe('Le Monde')
  await database.cut()
  const reloaded = settings.reload()
  expect(settings.current().site_name).toBe('Le Monde')
  await database.restore()
  await set('site_name', 'Lab Notes')
  await reloaded
  await expect.poll(() => settings.current().site_name, { timeout: 10_000 }).toBe('Lab Notes')
})

test('an unknown or invalid row is ignored, and logged once', async () => {
  await database.sql.script(`
    alter table public.settings drop constraint a_setting_with_a_fitting_value;
    insert into public.settings (key, value) values ('colour', '"red"'), ('site_name', '{"en": "x"}')`)
  await settings.reload()
  await settings.reload()
  expect(settings.current()).toMatchObject({ site_name: 'AI Watch' })
  expect(warnings).toEqual(['Settings that this version cannot use are left out: colour, site_name'])
})
