import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { inspectImage, noiseOf, paintImage } from '../support/images.ts'
import { connectTo } from '../support/raw-connection.ts'
import { TEST_SECRETS } from '../support/test-settings.ts'
import { BUCKET, MB, OBJECTS, startHostileUploads } from './hostile-uploads.ts'

const { app, png, headers, send, upload, incoming, storedNames, countFiles } = await startHostileUploads()

describe('a form', () => {
  const boundary = 'xyzzy'
  const type = `multipart/form-data; boundary=${boundary}`
  const part = (head: string, body: string) =>
    `--${boundary}\r\ncontent-disposition: form-data; ${head}\r\n\r\n${body}\r\n`
  const end = `--${boundary}--\r\n`
  const file = `name=""; filename="a.png"\r\ncontent-type: image/png`

  test.each([
    ['without a file', type, part('name="cacheControl"', '60') + end],
    ['with many fields', type, part('name="a"', 'b').repeat(50) + part(file, 'x') + end],
    ['with two files', type, (part(file, 'x') + part(file, 'y')).concat(end)],
    ['with a long field', type, part('name="metadata"', 'x'.repeat(60_000)) + part(file, 'x') + end],
    ['without a boundary', 'multipart/form-data; a=b', part(file, 'x') + end],
    ['with another boundary', 'multipart/form-data; boundary=other', part(file, 'x') + end],
    ['that is cut off', type, part('name="a"', 'b')],
    ['with a hundred headers', type, part(`${file}${'\r\nx-a: b'.repeat(100)}`, 'x') + end],
    ['with a text in place of the file', type, part(file, '<script>alert(1)</script>') + end],
    ['of nothing', type, ''],
  ])('%s is refused', async (_, contentType, body) => {
    expect(await upload('form.png', Buffer.from(body, 'latin1'), contentType)).toMatchObject({ status: 400 })
    expect(await incoming()).toEqual([])
    expect(await storedNames()).not.toContain('form.png')
  })
})

describe('a body that is too long', () => {
  test('without an announced length is cut off as soon as it is', async () => {
    const connection = await connectTo(app.url)
    const keys = Object.entries(headers()).map(([name, value]) => `${name}: ${value}\r\n`)
    connection.socket.write(
      `POST ${OBJECTS}/endless.png HTTP/1.1\r\nhost: a\r\n${keys.join('')}content-type: image/png\r\ntransfer-encoding: chunked\r\n\r\n`,
    )
    const block = Buffer.concat([Buffer.from('10000\r\n'), Buffer.alloc(65_536), Buffer.from('\r\n')])
    connection.socket.write(`${png.length.toString(16)}\r\n`)
    connection.socket.write(png)
    connection.socket.write('\r\n')
    let sent = 0
    const pump = () => {
      while (sent < 400 * MB && !connection.socket.destroyed) {
        sent += block.length
        if (!connection.socket.write(block)) {
          connection.socket.once('drain', pump)
          return
        }
      }
    }
    pump()
    const response = await connection.ended
    expect(response).toMatch(/^HTTP\/1\.1 400 /)
    expect(response).toContain('"statusCode":"413"')
    connection.socket.destroy()
    await expect.poll(incoming).toEqual([])
  })

  test('in a form of many small parts is refused', async () => {
    const form = new FormData()
    for (let n = 0; n < 9; n += 1) form.append(`field${n}`, 'x'.repeat(30_000))
    form.append('', new Blob([Buffer.alloc(5 * MB + 1)], { type: 'image/png' }))
    expect(await send('POST', `${OBJECTS}/form.png`, { body: form })).toMatchObject({
      body: { statusCode: '413' },
    })
  })

  test('of five megabytes is stored', async () => {
    const noise = await noiseOf(5 * MB)
    const padded = Buffer.concat([noise, Buffer.alloc(5 * MB - noise.length)])
    expect(padded.length).toBe(5 * MB)
    expect(await upload('largest.jpg', padded, 'image/jpeg')).toMatchObject({ status: 200 })
  })

  test('is refused to anonymous clients before a byte of it is read', async () => {
    const connection = await connectTo(app.url)
    connection.socket.write(
      `POST ${OBJECTS}/a.png HTTP/1.1\r\nhost: a\r\napikey: ${TEST_SECRETS.publishableKey}\r\ncontent-type: image/png\r\ncontent-length: 5000000\r\n\r\n`,
    )
    await connection.receives(/"statusCode":"403"/)
    connection.socket.destroy()
  })
})

test('an upload that is broken off leaves nothing', async () => {
  for (const announced of ['content-length: 100000', 'transfer-encoding: chunked']) {
    const connection = await connectTo(app.url)
    const keys = Object.entries(headers()).map(([name, value]) => `${name}: ${value}\r\n`)
    connection.socket.write(
      `POST ${OBJECTS}/broken.png HTTP/1.1\r\nhost: a\r\n${keys.join('')}content-type: image/png\r\n${announced}\r\n\r\n`,
    )
    if (!announced.startsWith('content')) connection.socket.write(`${png.length.toString(16)}\r\n`)
    connection.socket.write(png)
    await expect.poll(incoming).toHaveLength(1)
    connection.socket.resetAndDestroy()
    await expect.poll(incoming).toEqual([])
  }
  expect(await storedNames()).not.toContain('broken.png')
})

test('many uploads to one name leave one object and one file', async () => {
  const before = await countFiles()
  const colours = ['#100', '#200', '#300', '#400', '#500', '#600']
  const pictures = await Promise.all(colours.map((colour) => paintImage('png', { colour })))
  const first = await Promise.all(pictures.map((picture) => upload('raced.png', picture)))
  expect(first.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(first.filter(({ body }) => body.statusCode === '409')).toHaveLength(5)
  const replaced = await Promise.all(
    pictures.map((picture) =>
      send('PUT', `${OBJECTS}/raced.png`, {
        body: picture as never,
        headers: { 'content-type': 'image/png' },
      }),
    ),
  )
  expect(replaced.map(({ status }) => status)).toEqual(Array(6).fill(200))
  await expect.poll(countFiles).toBe(before + 1)
  const response = await fetch(`${app.url}/storage/v1/object/public/${BUCKET}/raced.png`)
  expect(await inspectImage(await response.arrayBuffer())).toMatchObject({ format: 'png' })
})

test('when files cannot be stored, an upload fails without a path, and later ones work', async () => {
  const files = join(app.storageDir, 'files')
  await rename(files, `${files}-away`)
  await writeFile(files, '')
  const { status, body } = await upload('no-room.png', png)
  expect(status).toBe(500)
  expect(JSON.stringify(body)).not.toContain(app.storageDir)
  expect(await incoming()).toEqual([])
  expect(await storedNames()).not.toContain('no-room.png')
  await rename(files, `${files}-broken`)
  await rename(`${files}-away`, files)
  expect(await upload('room.png', png)).toMatchObject({ status: 200 })
})
