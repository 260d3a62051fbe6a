import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '#core/data/client.ts'
import { clientWith, insertAccessToken } from '../support/access-tokens.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { paintImage } from '../support/images.ts'

let app: TestApp
let token: string
let writer: Client
let publisher: Client

beforeAll(async () => {
  app = await startTestApp()
  const { sql } = app.database
  token = await insertAccessToken(sql, { scopes: ['drafts', 'subscribers'], name: 'Importer' })
  writer = clientWith(app, token)
  publisher = clientWith(app, await insertAccessToken(sql, { scopes: ['publish'], name: 'Publisher' }))
})
afterAll(() => app.stop())

test('a token for subscribers ends subscriptions and begins none', async () => {
  const { sql } = app.database
  await sql`truncate public.newsletter_subscribers cascade`
  await sql`insert into public.newsletter_subscribers (email, is_active, left_reason) values ('ada@example.org', true, null), ('grace@example.org', false, 'administrator')`
  await writer
    .from('newsletter_subscribers')
    .update({ is_active: false })
    .eq('email', 'ada@example.org')
    .throwOnError()
  const back = await writer
    .from('newsletter_subscribers')
    .update({ is_active: true })
    .eq('email', 'grace@example.org')
  expect(back.error?.code).toBe('42501')
  const [act] = await sql`select actor_name, action from public.audit_log where kind = 'subscribers'`
  expect(act).toEqual({
    actor_name: 'Importer (access token of nora@example.org)',
    action: 'change_subscribers',
  })
  const exported = await writer.functions.invoke('export-subscribers', { method: 'GET' })
  expect(exported.error).toBeNull()
  const added = await writer.functions.invoke('add-subscriber', {
    body: { email: 'emmy@example.org', language: 'en' },
  })
  expect(added.error).toBeNull()
  const imported = await fetch(`${app.url}/functions/v1/import-subscribers?source=Old%20list`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'text/csv' },
    body: 'email\nlise@example.org\n',
  })
  expect(await imported.json()).toMatchObject({ added: 1 })
  const acts = await sql`select actor_name from public.audit_log where kind = 'subscribers'`
  expect([...acts]).toEqual(Array(4).fill({ actor_name: 'Importer (access token of nora@example.org)' }))
})

describe('files', () => {
  const storage = (client: Client) => client.storage.from('article-images')

  test('are stored with a token that writes drafts, replaced with one that publishes, and removed with none', async () => {
    const png = await paintImage('png')
    const options = { contentType: 'image/png' }
    expect((await storage(writer).upload('articles/a.png', png, options)).error).toBeNull()
    expect(
      (await storage(writer).upload('articles/a.png', png, { ...options, upsert: true })).error,
    ).not.toBeNull()
    expect(
      (await storage(publisher).upload('articles/a.png', png, { ...options, upsert: true })).error,
    ).toBeNull()
    expect((await storage(writer).list('articles')).data?.map(({ name }) => name)).toEqual(['a.png'])
    expect((await storage(publisher).remove(['articles/a.png'])).error).not.toBeNull()
    const [act] = await app.database
      .sql`select actor_name from public.audit_log where action = 'store_picture'`
    expect(act?.actor_name).toBe('Importer (access token of nora@example.org)')
  })

  test('are not uploaded by a link, which would be good for longer than the token', async () => {
    const { error } = await storage(publisher).createSignedUploadUrl('articles/b.png')
    expect(error?.message).toContain('Access tokens cannot make links for uploads')
  })
})
