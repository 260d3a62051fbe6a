import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Client } from '#core/data/client.ts'
import { listSettings, saveSettings } from '#core/data/settings.ts'
import { findSubscriberFigure } from '#core/data/subscribers.ts'
import type { SettingChange } from '#core/domain/settings.ts'
import { ADMIN, startTestApp, type TestApp } from '../support/app.ts'
import { LOOK_OF_CASES, NASTY_NAME, SETTING_CASES, storeLookOfCases } from '../support/setting-cases.ts'
import { setSettings } from '../support/settings.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
  await storeLookOfCases(app.database.sql)
})
afterAll(() => app.stop())
beforeEach(() => app.database.sql`truncate public.settings`.then(() => {}))

const LOGO = { light: LOOK_OF_CASES[0], dark: null, width: 9, height: 9, named: true }

const write = (key: string, value: unknown) =>
  app.database.sql`
    insert into public.settings (key, value) values (${key}, ${JSON.stringify(value)}::jsonb)
    on conflict (key) do update set value = excluded.value`

describe.each(SETTING_CASES)('$key in the database', ({ key, valid, invalid }) => {
  test('accepts what the program accepts', async () => {
    for (const value of valid) await write(key, value)
    expect(await listSettings(app.service())).toEqual({ [key]: valid.at(-1) })
  })

  test('refuses what the program refuses', async () => {
    for (const value of invalid)
      await expect(write(key, value), JSON.stringify(value)).rejects.toMatchObject({ code: '23514' })
  })
})

test.each([
  ['logo', { light: 'look/x.svg', dark: null, width: 9, height: 9, named: true }, 'look/x.svg'],
  ['logo', { ...LOGO, dark: 'look/y.svg' }, 'look/y.svg'],
  ['icon', { file: 'look/x.svg' }, 'look/x.svg'],
])('a %s that is not stored is refused, and what was there stays: %j', async (key, value, name) => {
  const admin = await app.administrator()
  const stored = { logo: LOGO, icon: { file: LOGO.light } }[key]
  await write(key, stored)
  const sentence = `No picture “${name}” is stored here. Upload it first, or name a file beside the set-up file (settings_look_files_check).`
  const { error, status } = await admin.from('settings').update({ value }).eq('key', key)
  expect([status, error?.code, error?.message]).toEqual([400, '23514', sentence])
  const { error: refused } = await admin.rpc('save_settings', {
    p_changes: [{ key, before: stored, after: value }] as never,
  })
  expect(refused?.message).toBe(sentence)
  expect(await listSettings(app.service())).toEqual({ [key]: stored })
})

test('a picture that is chosen again is kept while it is', async () => {
  const { sql } = app.database
  await sql`update private.look_files set remove_after = now() - interval '1 day'`
  await write('icon', { file: LOGO.light })
  expect(
    await sql`select name from private.look_files where remove_after > now() + interval '6 days'`,
  ).toEqual([{ name: LOGO.light }])
})

test('there are no other settings', async () => {
  for (const key of ['colour', '', '__proto__', 'SITE_NAME'])
    await expect(write(key, 'x')).rejects.toMatchObject({ code: '23514' })
})

test('an administrator saves several at once or none, and puts a default in force again', async () => {
  const admin = await app.administrator()
  const save = (...changes: SettingChange[]) => saveSettings(admin, changes)
  const named = { key: 'site_name', before: null, after: 'Le Monde' } as const
  expect(await save(named, { key: 'ai_crawlers', before: null, after: 'refused' })).toEqual([])
  expect(await save({ key: 'site_name', before: 'Le Monde', after: NASTY_NAME })).toEqual([])
  expect(await listSettings(admin)).toEqual({ site_name: NASTY_NAME, ai_crawlers: 'refused' })
  const noon = { key: 'newsletter_time', before: null, after: 'noon' } as const
  await expect(save({ ...named, before: NASTY_NAME }, noon)).rejects.toMatchObject({ code: '23514' })
  expect(await save({ key: 'ai_crawlers', before: 'refused', after: null })).toEqual([])
  expect(await listSettings(admin)).toEqual({ site_name: NASTY_NAME })
})

test('an editor does not overwrite what another one has saved since', async () => {
  const admin = await app.administrator()
  await setSettings(admin, { site_name: 'Le Monde', tagline: { en: 'News', fr: 'Nouvelles' } })
  const save = (change: Partial<SettingChange>) =>
    saveSettings(admin, [
      { key: 'site_name', before: null, after: null, ...change },
      { key: 'ai_crawlers', before: null, after: 'refused' },
    ])
  for (const change of [
    { after: 'Lab Notes' },
    { before: 'AI Watch', after: 'Lab Notes' },
    { before: 'AI Watch' },
    { key: 'default_author', before: 'Ada', after: 'Bea' },
    { key: 'tagline', before: { en: 'News' }, after: { en: 'Other news' } },
  ] as const)
    expect(await save(change), JSON.stringify(change)).toEqual([change.key ?? 'site_name'])
  expect(await listSettings(admin)).toEqual({
    site_name: 'Le Monde',
    tagline: { en: 'News', fr: 'Nouvelles' },
  })
  // The order of an object's members means nothing, and two people who want the same are not in conflict.
  expect(await save({ key: 'tagline', before: { fr: 'Nouvelles', en: 'News' }, after: null })).toEqual([])
  expect(await save({ before: 'AI Watch', after: 'Le Monde' })).toEqual([])
})

test('only administrators save settings, and only lists of changes', async () => {
  const rpc = (client: Client, p_changes: unknown) =>
    client.rpc('save_settings', { p_changes: p_changes as SettingChange[] })
  expect((await rpc(app.anonymous(), [])).error?.code).toBe('42501')
  const admin = await app.administrator()
  for (const changes of [null, {}, 'x', Array(51).fill({})])
    expect((await rpc(admin, changes)).error, JSON.stringify(changes)?.slice(0, 40)).not.toBeNull()
  const odd = [{ key: '__proto__', before: null, after: 'x' }]
  expect((await rpc(admin, odd)).error?.code).toBe('23514')
})

test('who stored it and when cannot be set by the client', async () => {
  const admin = await app.administrator()
  await setSettings(admin, { site_name: 'Le Monde' })
  const [row] = await app.database.sql`
    select email, settings.updated_at > now() - interval '1 minute' as is_recent
    from public.settings join auth.users on users.id = updated_by`
  expect(row).toEqual({ email: ADMIN.email, is_recent: true })
  const { error } = await admin
    .from('settings')
    .update({ updated_at: '2020-01-01T00:00:00Z' })
    .eq('key', 'site_name')
  expect(error?.code).toBe('42501')
})

test('an article that names no author has that of the settings', async () => {
  const admin = await app.administrator()
  const defaults = async (slug: string) => {
    const article = { slug, title: 'T', excerpt: 'E', content: 'C', category: 'tech' } as const
    const { data } = await admin
      .from('articles')
      .insert(article)
      .select('author, reading_time')
      .throwOnError()
    return data[0]
  }
  expect(await defaults('one')).toEqual({ author: 'AI Watch Editorial', reading_time: '5 min read' })
  await setSettings(admin, { site_name: 'Le Monde' })
  expect(await defaults('two')).toEqual({ author: 'Le Monde Editorial', reading_time: '5 min read' })
  await setSettings(admin, { default_author: 'The Desk', default_reading_time: '3 min read' })
  expect(await defaults('three')).toEqual({ author: 'The Desk', reading_time: '3 min read' })
})

test('the number of subscribers is returned once it is larger than the one on the landing page', async () => {
  const { sql } = app.database
  await sql`
    insert into public.newsletter_subscribers (email, confirmed, is_active)
    select n || '@example.org', n > 1, n < 5 from generate_series(1, 6) n`
  const figure = () => findSubscriberFigure(app.anonymous())
  expect(await figure()).toBeNull()
  await write('landing_subscribers', 3)
  expect(await figure()).toBeNull()
  await write('landing_subscribers', 2)
  expect(await figure()).toBe(3)
})

test('a change shows in every process, on the pages that have it', async () => {
  const other = await startTestApp({ beside: app })
  try {
    const read = async (path: string) =>
      Promise.all([app, other].map(async ({ url }) => (await fetch(url + path)).text()))
    for (const path of ['/robots.txt', '/contact', '/about', '/newsletter']) await read(path)
    await setSettings(await app.administrator(), {
      ai_crawlers: 'refused',
      contact_address: 'desk@example.org',
      landing_figures: { en: [{ value: '35', label: 'countries' }] },
    })
    for (const n of [0, 1]) {
      await expect.poll(async () => (await read('/robots.txt'))[n]).toContain('GPTBot')
      await expect.poll(async () => (await read('/contact'))[n]).toContain('mailto:desk@example.org')
      await expect.poll(async () => (await read('/newsletter'))[n]).toContain('countries')
    }
    await setSettings(await app.administrator(), { site_name: 'Lab Notes' })
    for (const n of [0, 1]) await expect.poll(async () => (await read('/about'))[n]).toContain('Lab Notes')
  } finally {
    await other.stop()
  }
})
