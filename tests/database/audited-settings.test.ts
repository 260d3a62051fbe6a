import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ADMIN } from '../support/app.ts'
import {
  type AuditedAct,
  type AuditedWorld,
  anAct,
  expectOneEntry,
  openAuditedWorld,
} from '../support/audit.ts'
import { paintImage } from '../support/images.ts'

const NORA = ADMIN.email
const KEY = 'sk-a-key-that-nobody-may-see-1234'

let world: AuditedWorld
let PICTURE: Buffer
let OTHER_PICTURE: Buffer
beforeAll(async () => {
  PICTURE = await paintImage()
  OTHER_PICTURE = await paintImage('png', { width: 90 })
  world = await openAuditedWorld()
})
afterAll(() => world.app.stop())
beforeEach(async () => {
  await world.sql`truncate public.settings`
  await world.sql`
    update private.ai_settings set provider = null, model = null, base_url = null, sealed_key = null, key_end = ''`
  await world.sql`
    update private.mail_settings set kind = null, fields = '{}', sealed_secret = null, sender_address = null, sender_name = null`
})

const uploaded = async ({ admin }: AuditedWorld) => {
  const name = `articles/${randomUUID()}.png`
  const { error } = await admin.storage
    .from('article-images')
    .upload(name, PICTURE, { contentType: 'image/png' })
  if (error) throw error
  return name
}

const saveModel = async ({ admin }: AuditedWorld, connection: object | null) => {
  const { data } = await admin.functions.invoke('read-ai-model', { method: 'GET' })
  const costs = { concurrency: 4, currency: 'USD', prices: [], monthly_budget: null }
  const { error } = await admin.functions.invoke('save-ai-model', {
    body: { version: data.version, ...costs, connection },
  })
  if (error) throw error
}
const saveMail = async ({ admin }: AuditedWorld, connection: object | null) => {
  const { data } = await admin.functions.invoke('read-mail-settings', { method: 'GET' })
  const { error } = await admin.functions.invoke('save-mail-settings', {
    body: { version: data.version, connection },
  })
  if (error) throw error
}
const mailServer = (secret: string) => ({
  kind: 'smtp',
  host: 'smtp.example.org',
  port: 587,
  security: 'starttls',
  username: 'desk',
  secret,
})
const model = (key: string) => ({ provider: 'openai', model: 'm', base_url: null, key })

const ACTS: AuditedAct[] = [
  anAct({
    name: 'a picture that is described',
    prepare: uploaded,
    act: ({ admin }, name) =>
      admin
        .from('media_files')
        .update({ alts: { en: 'A crane' } })
        .eq('name', name)
        .throwOnError(),
    says: `${NORA} described the picture “NAME”`,
  }),

  anAct({
    name: 'a focal point that is moved',
    prepare: uploaded,
    act: ({ admin }, name) =>
      admin.from('media_files').update({ focus_x: 10, focus_y: 90 }).eq('name', name).throwOnError(),
    says: `${NORA} moved the focal point of the picture “NAME”`,
  }),

  anAct({
    name: 'a picture that is replaced',
    prepare: uploaded,
    act: ({ admin }, name) =>
      admin.storage.from('article-images').update(name, OTHER_PICTURE, { contentType: 'image/png' }),
    says: `${NORA} replaced the picture “NAME”`,
  }),

  anAct({
    name: 'a picture that is deleted',
    prepare: uploaded,
    act: ({ admin }, name) => admin.storage.from('article-images').remove([name]),
    says: `${NORA} deleted the picture “NAME”`,
  }),

  anAct({
    name: 'a setting',
    act: ({ admin }) =>
      admin.from('settings').insert({ key: 'site_name', value: 'Harbour News' }).throwOnError(),
    says: `${NORA} changed the setting “site name”`,
  }),

  anAct({
    name: 'settings that are saved together',
    act: ({ admin }) =>
      admin
        .rpc('save_settings', { p_changes: [{ key: 'default_author', before: null, after: 'Ada' }] as never })
        .throwOnError(),
    says: `${NORA} changed the setting “default author”`,
  }),
  anAct({
    name: 'a key of the language model',
    act: (here) => saveModel(here, model(KEY)),
    says: `${NORA} set the key of the language model`,
  }),
  anAct({
    name: 'another key',
    prepare: (here) => saveModel(here, model(KEY)),
    act: (here) => saveModel(here, model(`${KEY}-5`)),
    says: `${NORA} replaced the key of the language model`,
  }),
  anAct({
    name: 'a key that is removed',
    prepare: (here) => saveModel(here, model(KEY)),
    act: (here) => saveModel(here, null),
    says: `${NORA} removed the key of the language model`,
  }),
  anAct({
    name: 'how mail leaves',
    act: (here) => saveMail(here, mailServer(KEY)),
    says: `${NORA} changed how mail leaves`,
  }),
  anAct({
    name: 'mail that is to stay in the outbox',
    prepare: (here) => saveMail(here, mailServer(KEY)),
    act: (here) => saveMail(here, null),
    says: `${NORA} let mail stay in the outbox`,
  }),
]

test.each(ACTS)('one entry says who did it: $name', (act) => expectOneEntry(world, act))

test('a key is in no entry, nor its end, nor what it is encrypted to', async () => {
  const { sql } = world
  await saveModel(world, model(KEY))
  const [{ sealed }] = await sql<[{ sealed: string }]>`select sealed_key as sealed from private.ai_settings`
  const [{ log }] = await sql<[{ log: string }]>`
    select string_agg(to_jsonb(audit_log)::text, ' ') as log from public.audit_log`
  expect(log).toContain('language model')
  expect([KEY, KEY.slice(-4), sealed].filter((secret) => log.includes(secret))).toEqual([])
})

test('how mail leaves is told without the password', async () => {
  const { sql } = world
  await saveMail(world, mailServer(KEY))
  const [{ sealed }] = await sql<
    [{ sealed: string }]
  >`select sealed_secret as sealed from private.mail_settings`
  const [{ details }] = await sql<[{ details: object }]>`
    select details from public.audit_log order by id desc limit 1`
  expect(details).toMatchObject({
    mail_leaves_by: { before: 'the outbox', now: 'smtp' },
    account: { now: 'host: smtp.example.org; port: 587; security: starttls; username: desk' },
    secret: 'set',
  })
  expect([KEY, KEY.slice(-4), sealed].filter((secret) => JSON.stringify(details).includes(secret))).toEqual(
    [],
  )
})

test('a long value is cut', async () => {
  const { admin, sql } = world
  const words = Array.from({ length: 200 }, (_, n) => `${n}`.padStart(60, 'x'))
  await admin
    .from('settings')
    .insert({ key: 'banned_words', value: { en: words, de: words } })
    .throwOnError()
  const [entry] =
    await sql`select details, octet_length(words) as size from public.audit_log order by id desc limit 1`
  expect(entry?.details.value.now).toHaveLength(1000)
  expect(entry?.size).toBeLessThan(5000)
})
