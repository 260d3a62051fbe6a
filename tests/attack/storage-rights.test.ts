import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLog } from '#server/platform/log.ts'
import { createAdministrator } from '../support/accounts.ts'
import { ADMIN, startTestApp, type TestApp } from '../support/app.ts'
import { paintImage } from '../support/images.ts'
import { mintToken } from '../support/mint-token.ts'
import { connectTo } from '../support/raw-connection.ts'
import { TEST_SECRETS } from '../support/test-settings.ts'

const STORAGE = '/storage/v1'
const OBJECTS = `${STORAGE}/object/article-images`
const OTHER = 'omar@example.org'

const lines: string[] = []
let app: TestApp
let png: Buffer

beforeAll(async () => {
  const note = (line: string) => lines.push(line)
  app = await startTestApp({ log: { ...createLog('silent'), warn: note, error: note } })
  png = await paintImage('png')
  await createAdministrator(app.database.sql, OTHER, ADMIN.password)
})
afterAll(() => app.stop())

const headersOf = (token: string) => ({
  apikey: TEST_SECRETS.publishableKey,
  authorization: `Bearer ${token}`,
})
const incoming = () => readdir(join(app.storageDir, 'incoming'))

async function storedFiles(): Promise<string[]> {
  const entries = await readdir(join(app.storageDir, 'files'), { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
}

async function call(token: string, method: string, path: string, body?: string | Buffer) {
  const type = typeof body === 'string' ? 'application/json' : 'image/png'
  const response = await fetch(app.url + path, {
    method,
    body: body as BodyInit,
    headers: { ...headersOf(token), 'content-type': type },
  })
  return { status: response.status, body: await response.json() }
}

async function demote(email: string) {
  await app.database.sql`
    delete from public.user_roles where user_id = (select id from auth.users where email = ${email})`
}

/** An upload of which the first bytes have arrived. */
async function begin(token: string, name: string) {
  const connection = await connectTo(app.url)
  const head = Object.entries(headersOf(token)).map(([key, value]) => `${key}: ${value}\r\n`)
  connection.socket.write(
    `POST ${OBJECTS}/${name} HTTP/1.1\r\nhost: a\r\n${head.join('')}content-type: image/png\r\ncontent-length: ${png.length}\r\nconnection: close\r\n\r\n`,
  )
  connection.socket.write(png.subarray(0, 30))
  await expect.poll(incoming).toHaveLength(1)
  return connection
}

test('who is no administrator any more when the last byte arrives has stored nothing', async () => {
  const token = await mintToken(app.database.sql, OTHER)
  const link = await call(token, 'POST', `${STORAGE}/object/upload/sign/article-images/linked.png`)
  const upload = await begin(token, 'late.png')
  await demote(OTHER)
  upload.socket.write(png.subarray(30))
  expect(await upload.ended).toContain('"statusCode":"403"')
  expect(await call('', 'PUT', STORAGE + link.body.url, png)).toMatchObject({ body: { statusCode: '403' } })
  expect(await app.database.sql`select name from storage.objects`).toEqual([])
  await expect.poll(incoming).toEqual([])
  expect(await storedFiles()).toEqual([])
})

test('who is signed in, but no administrator, changes and lists nothing', async () => {
  const admin = await mintToken(app.database.sql, ADMIN.email)
  await call(admin, 'POST', `${OBJECTS}/mine.png`, png)
  await demote(OTHER)
  const token = await mintToken(app.database.sql, OTHER)
  const keys = JSON.stringify({
    bucketId: 'article-images',
    sourceKey: 'mine.png',
    destinationKey: 'theirs.png',
  })
  for (const [method, path, body] of [
    ['POST', `${OBJECTS}/theirs.png`, png],
    ['PUT', `${OBJECTS}/mine.png`, png],
    ['DELETE', `${OBJECTS}/mine.png`],
    ['POST', `${STORAGE}/object/move`, keys],
    ['POST', `${STORAGE}/object/copy`, keys],
    ['POST', `${STORAGE}/object/sign/article-images/mine.png`, '{"expiresIn":60}'],
    ['POST', `${STORAGE}/object/upload/sign/article-images/theirs.png`, '{}'],
  ] as const) {
    const { status, body: answer } = await call(token, method, path, body)
    expect([status, answer.statusCode], `${method} ${path}`).toEqual([400, expect.stringMatching(/^40[34]$/)])
  }
  const list = await call(token, 'POST', `${STORAGE}/object/list/article-images`, '{}')
  const removed = await call(token, 'DELETE', OBJECTS, '{"prefixes":["mine.png"]}')
  expect([list.body, removed.body]).toEqual([[], []])
  expect(await app.database.sql`select name from storage.objects`).toEqual([{ name: 'mine.png' }])
})

test('NUL in the name of a bucket is the mistake of a client, and no line of the log', async () => {
  const token = await mintToken(app.database.sql, ADMIN.email)
  lines.length = 0
  for (const action of ['move', 'copy']) {
    for (const bad of [{ bucketId: 'a\0b' }, { bucketId: 'article-images', destinationBucket: 'a\0b' }]) {
      const body = JSON.stringify({ sourceKey: 'mine.png', destinationKey: 'b.png', ...bad })
      const answer = await call(token, 'POST', `${STORAGE}/object/${action}`, body)
      expect(answer).toMatchObject({ status: 400, body: { code: 'InvalidRequest' } })
    }
  }
  expect(lines).toEqual([])
})

test('a part of an import, whose bytes nobody has looked at, is copied into no bucket of pictures', async () => {
  const token = await mintToken(app.database.sql, ADMIN.email)
  const [row] = await app.database.sql<[{ id: string }]>`
    insert into private.imports (name, kind, size) values ('a.zip', 'parts', 3) returning id`
  const part = await fetch(`${app.url}${STORAGE}/object/imports/${row.id}/0`, {
    method: 'POST',
    body: 'abc',
    headers: { ...headersOf(token), 'content-type': 'application/octet-stream' },
  })
  expect(part.status).toBe(200)
  for (const action of ['copy', 'move']) {
    const keys = { bucketId: 'imports', sourceKey: `${row.id}/0`, destinationKey: 'a.png' }
    const body = JSON.stringify({ ...keys, destinationBucket: 'article-images' })
    expect((await call(token, 'POST', `${STORAGE}/object/${action}`, body)).status).toBe(400)
  }
  expect((await fetch(`${app.url}${STORAGE}/object/public/article-images/a.png`)).status).toBe(400)
  await app.database.sql`delete from private.imports`
})

test('an upload that breaks off is not taken for a database that is away', async () => {
  const token = await mintToken(app.database.sql, ADMIN.email)
  lines.length = 0
  const upload = await begin(token, 'broken.png')
  upload.socket.resetAndDestroy()
  await expect.poll(incoming).toEqual([])
  // Whatever is said about it has been said before the next upload is done.
  expect(await call(token, 'POST', `${OBJECTS}/whole.png`, png)).toMatchObject({ status: 200 })
  expect(lines).toEqual([])
})
