import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { Client } from '#core/data/client.ts'
import { clientWith, insertAccessToken } from '../support/access-tokens.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { emptyTables } from '../support/empty-tables.ts'
import { paintImage } from '../support/images.ts'
import { connectTo } from '../support/raw-connection.ts'

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
  await emptyTables(sql, 'public.newsletter_subscribers')
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

describe('a token that is revoked while it works', () => {
  const revoke = (name: string) => app.database.sql`delete from public.access_tokens where name = ${name}`

  test('imports nobody, although the file began to arrive before', async () => {
    const { sql } = app.database
    const leaked = await insertAccessToken(sql, { scopes: ['subscribers'], name: 'Leaked' })
    const { socket, receives } = await connectTo(app.url)
    onTestFinished(() => socket.destroy() && undefined)
    const body = `email\n${'x'.repeat(20)}@example.org\n`
    socket.write(
      `POST /functions/v1/import-subscribers?source=List HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${leaked}\r\ncontent-type: text/csv\r\ncontent-length: ${body.length}\r\n\r\n`,
    )
    socket.write(body.slice(0, 10))
    await expect.poll(() => isImporting(sql)).toBe(true)
    await revoke('Leaked')
    socket.write(body.slice(10))
    await receives(/^HTTP\/1\.1 403 .*This needs an access token with the scope subscribers/s)
    expect(await sql`select from public.newsletter_subscribers where email like 'xxx%'`).toEqual([])
  })

  test('gets no more of an export than what was read before', async () => {
    const { sql } = app.database
    await sql`
      insert into public.newsletter_subscribers (email)
      select rpad('reader' || n, 250, 'x') || '@a.b' from generate_series(1, 50000) as n`
    const leaked = await insertAccessToken(sql, { scopes: ['subscribers'], name: 'Leaked' })
    const response = await fetch(`${app.url}/functions/v1/export-subscribers`, {
      headers: { authorization: `Bearer ${leaked}` },
    })
    const reader = response.body?.getReader()
    expect((await reader?.read())?.value?.length).toBeGreaterThan(0)
    await revoke('Leaked')
    await expect(
      (async () => {
        while (!(await reader?.read())?.done);
      })(),
    ).rejects.toThrow()
    await emptyTables(sql, 'public.newsletter_subscribers')
  })
})

/** Returns true while a file of subscribers is being read. */
async function isImporting(sql: TestApp['database']['sql']): Promise<boolean> {
  const rows = await sql`
    select from pg_locks where locktype = 'advisory' and granted and database = (select oid from pg_database where datname = current_database())
      and (classid::bigint << 32 | objid::bigint) = hashtext('newsletter_subscribers import')::bigint`
  return rows.length > 0
}

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

  test('are copied as often as they may be uploaded', async () => {
    const png = await paintImage('png')
    await storage(writer).upload('articles/copied.png', png, { contentType: 'image/png' })
    expect((await storage(writer).copy('articles/copied.png', 'articles/copy.png')).error).toBeNull()
    await app.database.sql`update private.rate_limits set points = 300 where key like 'upload:%'`
    expect(
      (await storage(writer).copy('articles/copied.png', 'articles/another.png')).error?.message,
    ).toContain('Too many uploads.')
    await app.database.sql`delete from private.rate_limits`
  })

  test('are not uploaded by a link, which would be good for longer than the token', async () => {
    const { error } = await storage(publisher).createSignedUploadUrl('articles/b.png')
    expect(error?.message).toContain('Access tokens cannot make links for uploads')
  })
})
