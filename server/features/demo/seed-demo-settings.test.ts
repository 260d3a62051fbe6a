import { afterEach, beforeEach, expect, test } from 'vitest'
import { settingsOf } from '#core/domain/settings.ts'
import { seedDemoSettings } from '#server/features/demo/seed-demo.ts'
import { createTestDatabase, type TestDatabase } from '../../../tests/support/database.ts'

let database: TestDatabase

beforeEach(async () => {
  database = await createTestDatabase()
})
afterEach(() => database.drop())

const addArticle = (heroImage: string) =>
  database.sql`
    insert into public.articles (slug, title, excerpt, content, category, hero_image)
    values ('one', 'T', 'E', 'C', 'tech', ${heroImage})`
const rows = () =>
  database.sql<{ key: string; value: unknown }[]>`select key, value from public.settings order by key`

test('the demo brings the figures of its landing page, in every language', async () => {
  await addArticle('/demo/one.webp')
  await seedDemoSettings(database.sql)
  const { settings, invalid } = settingsOf(await rows(), { contact_address: 'news@example.org' })
  expect(invalid).toEqual([])
  expect(settings.landing_subscribers).toBe(1000)
  expect(settings.landing_figures?.en).toEqual([{ value: '4.9/5', label: 'rating' }])
  expect(settings.landing_testimonials?.samples).toBe(true)
  const lengths = Object.values(settings.landing_testimonials?.texts ?? {}).map((quotes) => quotes?.length)
  expect(lengths).toEqual([3, 3, 3, 3, 3, 3])
})

test('a publication without the demo claims nothing', async () => {
  await addArticle('/images/one.webp')
  await seedDemoSettings(database.sql)
  expect(await rows()).toEqual([])
})

test('settings that were stored stay, also when they are empty', async () => {
  await addArticle('/demo/one.webp')
  await database.sql`insert into public.settings (key, value) values ('landing_figures', '{"en": []}')`
  await seedDemoSettings(database.sql)
  expect(await rows()).toEqual([{ key: 'landing_figures', value: { en: [] } }])
})
