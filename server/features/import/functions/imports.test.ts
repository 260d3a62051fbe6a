import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { IMPORT_BUCKET, IMPORT_PART_BYTES, type ImportRecord } from '#core/domain/site-import.ts'
import { documents } from '#server/features/import/run/testing/import-site.ts'
import { writeZip } from '#server/platform/documents/testing/write-zip.ts'
import { ADMIN, startTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { TEST_SECRETS } from '../../../../tests/support/test-settings.ts'

let app: TestApp
let client: SupabaseClient

beforeAll(async () => {
  app = await startTestApp()
  client = createClient(app.url, TEST_SECRETS.publishableKey, { auth: { persistSession: false } })
  const { error } = await client.auth.signInWithPassword(ADMIN)
  if (error) throw error
})
afterAll(() => app.stop())
beforeEach(async () => {
  await app.database.sql.script(
    'truncate public.articles, private.imports, private.import_items, private.rate_limits cascade; delete from storage.objects',
  )
})

const ZIP = writeZip(
  Object.entries(
    documents({
      'content/posts/one.md': { fields: { title: 'One', date: '2024-05-01', tags: ['Ships'] } },
      'content/posts/two.md': { fields: { title: 'Two', date: '2024-05-02' } },
    }),
  ).map(([path, content]) => ({ path, content })),
)
const CHOICES = { language: 'en', section: 'news', drafts: false, site: null, terms: [] }

async function ask<Answer>(
  name: string,
  body: object,
): Promise<{ status: number; body: Answer & { error?: string } }> {
  const { data } = await client.auth.getSession()
  const response = await fetch(`${app.url}/functions/v1/${name}`, {
    method: 'POST',
    headers: {
      apikey: TEST_SECRETS.publishableKey,
      authorization: `Bearer ${data.session?.access_token}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: (await response.json()) as Answer & { error?: string } }
}

const refusal = async (name: string, body: object) => {
  const { status, body: answer } = await ask(name, body)
  return `${status} ${answer.error}`
}

async function begin(name = 'site.zip', size = ZIP.length): Promise<string> {
  const { body } = await ask<{ id: string }>('begin-import', { name, size, format: null })
  return body.id
}

const upload = (name: string, content: Uint8Array) =>
  client.storage.from(IMPORT_BUCKET).upload(name, new Blob([content as Uint8Array<ArrayBuffer>]))

function until(id: string, state: ImportRecord['state']): Promise<ImportRecord> {
  return vi.waitUntil(
    async () => {
      const { body } = await ask<ImportRecord>('find-import', { id })
      if (body.state === 'failed' && state !== 'failed') throw new Error(body.problem ?? '')
      return body.state === state && body
    },
    { timeout: 30_000, interval: 50 },
  )
}

describe('an import on the desk', () => {
  test('is uploaded in parts, read, carried out in a process of its own, undone and removed', async () => {
    const id = await begin()
    expect((await upload(`${id}/0`, ZIP)).error).toBeNull()
    expect(await ask('read-import', { id })).toEqual({ status: 200, body: { id } })
    const planned = await until(id, 'planned')
    expect(planned).toMatchObject({
      name: 'site.zip',
      size: ZIP.length,
      format: 'markdown',
      createdBy: ADMIN.email,
      articles: 2,
    })
    expect(planned.plan?.terms).toMatchObject([{ name: 'Ships', articles: 1 }])
    const terms = [{ sourceId: planned.plan?.terms[0]?.sourceId, section: 'tech' }]
    expect((await ask('run-import', { id, choices: { ...CHOICES, terms } })).status).toBe(200)
    const done = await until(id, 'done')
    expect(done.report).toMatchObject({ created: 2, failed: 0 })
    expect(done.made).toMatchObject([{ title: 'Two', published: true }, { title: 'One' }])
    expect(await app.database.sql`select slug, category from public.articles order by slug`).toEqual([
      { slug: 'one', category: 'tech' },
      { slug: 'two', category: 'news' },
    ])
    // Its parts are not needed any more.
    await vi.waitUntil(async () => (await app.database.sql`select from storage.objects`).length === 0)
    const page = await fetch(`${app.url}/article/one`)
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('Ships come in at dawn')])
    expect((await ask('undo-import', { id })).status).toBe(200)
    expect((await until(id, 'undone')).undone).toEqual({ removed: 2, restored: 0, kept: 0 })
    await vi.waitUntil(async () => (await fetch(`${app.url}/article/one`)).status === 404)
    expect((await ask('remove-import', { id })).status).toBe(200)
    expect((await ask('find-import', { id })).status).toBe(404)
  })

  test('fails in one sentence, and can be tried again', async () => {
    const bytes = Buffer.from('no export at all')
    const id = await begin('notes.bin', bytes.length)
    await ask('read-import', { id })
    expect((await until(id, 'failed')).problem).toBe(
      'notes.bin has not been uploaded to its end. Upload it again.',
    )
    await app.database.sql`update private.imports set state = 'uploading'`
    await upload(`${id}/0`, bytes)
    await ask('read-import', { id })
    expect((await until(id, 'failed')).problem).toContain('is in none of the formats')
  })

  test('of an address in a private network is refused', async () => {
    const { body } = await ask<{ id: string }>('begin-import', {
      url: 'https://127.0.0.1/feed',
      format: null,
    })
    await ask('read-import', { id: body.id })
    expect((await until(body.id, 'failed')).problem).toBe(
      'This address leads into a private network, so it is not asked.',
    )
  })
})

describe('refused is', () => {
  test.each([
    ['begin-import', { name: 'a.zip', size: 3 * 1024 ** 3, format: null }, '422 The file has more than 2 GB'],
    ['begin-import', { name: '\u0000', size: 1, format: null }, '422 The file has no name'],
    [
      'begin-import',
      { url: 'http://example.com/feed', format: null },
      '422 Enter an address that begins with https://',
    ],
    ['begin-import', { url: 'https://user:secret@example.com/', format: null }, '422 Enter an address'],
    ['begin-import', { name: 'a.zip', size: 1, format: 'joomla' }, '400 Send an object'],
    [
      'begin-import',
      { name: 'a.zip', size: 1, url: 'https://a.example', format: null },
      '400 Send an object',
    ],
    ['read-import', { id: '00000000-0000-4000-8000-000000000000' }, '404 This import is gone.'],
    ['stop-import', { id: '00000000-0000-4000-8000-000000000000' }, '409 Nothing is under way'],
    [
      'run-import',
      { id: '00000000-0000-4000-8000-000000000000', choices: { ...CHOICES, section: 'nowhere' } },
      '422 A section',
    ],
    [
      'run-import',
      { id: '00000000-0000-4000-8000-000000000000', choices: { ...CHOICES, language: 'tlh' } },
      '400 Send an object',
    ],
    [
      'run-import',
      { id: '00000000-0000-4000-8000-000000000000', choices: CHOICES },
      '409 The import is in another state',
    ],
  ])('%s %j', async (name, body, expected) => {
    expect(await refusal(name, body)).toContain(expected)
  })

  test('more than five imports that wait, and more than 4 GB of them', async () => {
    const size = 2 * 1024 ** 3
    await begin('a.zip', size)
    await begin('b.zip', size)
    expect(await refusal('begin-import', { name: 'c.zip', size: 1, format: null })).toContain(
      '409 Too many imports',
    )
    await app.database.sql`delete from private.imports`
    for (let n = 0; n < 5; n++) await begin()
    expect(await refusal('begin-import', { name: 'c.zip', size: 1, format: null })).toContain(
      '409 Too many imports',
    )
  })

  test('a part that no import waits for, that is too large, or that comes from anybody else', async () => {
    const id = await begin('a.zip', 10)
    const small = Buffer.from('0123456789')
    const refused = async (name: string, content = small) => (await upload(name, content)).error?.message
    for (const name of [
      `${id}/1`,
      `${id}/00`,
      `${id}/x`,
      `${id}`,
      '00000000-0000-4000-8000-000000000000/0',
      `${id}/0/0`,
    ])
      expect(await refused(name), name).toMatch(/row-level security|Invalid|not valid/i)
    expect(await refused(`${id}/0`, Buffer.alloc(IMPORT_PART_BYTES + 1))).toMatch(/exceeded|too large/i)
    const anybody = createClient(app.url, TEST_SECRETS.publishableKey, { auth: { persistSession: false } })
    expect(
      (await anybody.storage.from(IMPORT_BUCKET).upload(`${id}/0`, new Blob([small]))).error?.message,
    ).toMatch(/row-level security/i)
    expect((await upload(`${id}/0`, small)).error).toBeNull()
    expect((await anybody.storage.from(IMPORT_BUCKET).download(`${id}/0`)).error).not.toBeNull()
    expect((await anybody.storage.from(IMPORT_BUCKET).list(id)).data ?? []).toEqual([])
    expect((await fetch(`${app.url}/storage/v1/object/public/${IMPORT_BUCKET}/${id}/0`)).status).not.toBe(200)
    expect((await client.storage.from(IMPORT_BUCKET).list(id)).data?.map(({ name }) => name)).toEqual(['0'])
  })
})
