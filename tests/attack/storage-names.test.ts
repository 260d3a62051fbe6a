import { describe, expect, test } from 'vitest'
import { BUCKET, OBJECTS, startHostileUploads } from './hostile-uploads.ts'

const { png, send, upload, incoming, storedNames, sendRaw } = await startHostileUploads()

describe('names that lead elsewhere are refused:', () => {
  test.each([
    '../secrets.json',
    'a/../../b.png',
    '%2e%2e/%2e%2e/secrets.json',
    '..%2f..%2fsecrets.json',
    'a%2fb.png',
    'a%5c..%5cb.png',
    'a\\..\\b.png',
    'a%00.png',
    '.hidden.png',
    'a/.git/config',
    'a//b.png',
    'a/',
    `${'x'.repeat(256)}.png`,
    `${'a/'.repeat(600)}b.png`,
    '%E2%80%AEgnp.exe',
    '%F0%9F%98%80.png',
    '%c0%ae%c0%ae/a.png',
    '%zz.png',
    'a%0d%0aset-cookie:b.png',
    '%3Cscript%3E.png',
  ])('%s', async (name) => {
    for (const method of ['POST', 'PUT', 'GET', 'DELETE']) {
      const length = method === 'GET' || method === 'DELETE' ? 0 : png.length
      const response = await sendRaw(
        [`${method} ${OBJECTS}/${name} HTTP/1.1`, `content-length: ${length}`, 'content-type: image/png'],
        length ? png : undefined,
      )
      expect(response).toMatch(/^HTTP\/1\.1 (?:400|404|414) /)
      expect(response).not.toMatch(/\r\nset-cookie/i)
    }
    expect((await storedNames()).filter((stored) => !stored.startsWith('carried/'))).toEqual([])
  })

  test('in bodies too', async () => {
    expect(await upload('first.png', png)).toMatchObject({ status: 200 })
    const body = (value: unknown) => ({
      body: JSON.stringify(value),
      headers: { 'content-type': 'application/json' },
    })
    for (const name of ['../a.png', '/etc/passwd', 'a\\b', 'a\0b', '.a', 'x'.repeat(300), '\ud800.png', '']) {
      const keys = { bucketId: BUCKET, sourceKey: 'first.png', destinationKey: name }
      for (const [path, value] of [
        ['object/move', keys],
        ['object/copy', keys],
        [`object/sign/${BUCKET}`, { expiresIn: 60, paths: [name] }],
      ] as const) {
        expect(await send('POST', `/storage/v1/${path}`, body(value))).toMatchObject({ status: 400 })
      }
      expect(await send('DELETE', OBJECTS, body({ prefixes: [name] }))).toMatchObject({ status: 400 })
    }
    expect(await send('DELETE', OBJECTS, body({ prefixes: ['first.png'] }))).toMatchObject({ status: 200 })
  })
})

describe('keys and texts that are special elsewhere', () => {
  test.each([
    '__proto__',
    'constructor',
    "'; drop table storage.objects; --",
    '%',
    '*',
    'public',
    'sign',
    '',
  ])('as a bucket: %j', async (bucket) => {
    const encoded = encodeURIComponent(bucket)
    for (const path of [
      `object/${encoded}/a.png`,
      `bucket/${encoded}`,
      `render/image/public/${encoded}/a.png`,
    ]) {
      const { status, body } = await send('GET', `/storage/v1/${path}`)
      expect(status).toBeLessThan(500)
      expect(status).toBeGreaterThanOrEqual(400)
      expect(body.statusCode).toMatch(/^4/)
    }
  })

  test.each([
    '{"prefix": {"toString": 1}}',
    '{"prefix": "a\\u0000"}',
    '{"prefix": "\\ud800"}',
    '{"sortBy": {"column": "name\\"; drop table"}}',
    '{"limit": 1e99}',
    '{"limit": "1e99"}',
    '{"limit": "Infinity"}',
    '{"limit": ""}',
    '{"offset": -1}',
    '{"offset": "-1"}',
    '[]',
    'null',
    '{',
  ])('as a list: %s', async (body) => {
    expect(await send('POST', `/storage/v1/object/list/${BUCKET}`, { body })).toMatchObject({
      status: 400,
      body: { statusCode: '400', code: 'InvalidRequest' },
    })
  })

  test.each(['{"__proto__": {"limit": 1}}', '{"constructor": {"prototype": {"limit": 1}}, "unknown": 1}'])(
    'as a list are ignored: %s',
    async (body) => {
      await upload('one.png', png)
      await upload('two.png', png)
      const listed = await send('POST', `/storage/v1/object/list/${BUCKET}`, { body })
      expect(listed.status).toBe(200)
      expect(listed.body).toMatchObject([{ name: expect.any(String) }, { name: expect.any(String) }])
    },
  )

  test.each(['{"a":"\\u0000"}', '[1]', '"text"', 'null', '{', `{"a":"${'x'.repeat(40_000)}"}`])(
    'as metadata: %.40s',
    async (metadata) => {
      const form = new FormData()
      form.append('metadata', metadata)
      form.append('', new Blob([png as never], { type: 'image/png' }))
      expect(await send('POST', `${OBJECTS}/refused.png`, { body: form })).toMatchObject({ status: 400 })
      expect(await incoming()).toEqual([])
    },
  )

  test('metadata with the key __proto__ come back as they were', async () => {
    const metadata = '{"__proto__":{"isAdmin":true}}'
    const encoded = Buffer.from(metadata).toString('base64')
    const init = { body: png as never, headers: { 'content-type': 'image/png', 'x-metadata': encoded } }
    expect(await send('POST', `${OBJECTS}/proto.png`, init)).toMatchObject({ status: 200 })
    const { body } = await send('GET', `/storage/v1/object/info/${BUCKET}/proto.png`)
    expect(JSON.stringify(body)).toContain(`"metadata":${metadata}`)
  })
})
