import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { FairQueueError } from '#server/platform/http/fair-queue.ts'
import { ARRIVING, IN_FLIGHT, UPLOADS } from '#server/supabase/storage/index.ts'
import { StorageError, toStorageError } from '#server/supabase/storage/storage-error.ts'
import { createMember } from '../support/accounts.ts'
import { mintToken } from '../support/mint-token.ts'
import { connectTo } from '../support/raw-connection.ts'
import { OBJECTS, startHostileUploads } from './hostile-uploads.ts'

const { app, png, headers, upload, incoming } = await startHostileUploads()

/** Connections on which each request has its head, and as much of a body. */
const begin = (count: number, { path, length, body = '', token }: Begun) => {
  const keys = {
    ...headers(),
    ...(token && { authorization: `Bearer ${token}` }),
    'content-type': 'image/png',
  }
  const lines = Object.entries({ host: 'a', ...keys, 'content-length': length })
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  return Promise.all(
    Array.from({ length: count }, async (_, n) => {
      const connection = await connectTo(app.url)
      connection.socket.write(`POST ${path}${n}.png HTTP/1.1\r\n${head}\r\n`)
      connection.socket.write(body)
      return connection
    }),
  )
}
interface Begun {
  path: string
  length: number
  body?: string | Buffer
  token?: string
}

test('more requests at once than an address may have are refused, and told when to try again', async () => {
  const most = IN_FLIGHT.perKey.requests
  const connections = await begin(most + 3, { path: '/storage/v1/object/list/', length: 10 })
  const answers = () => connections.map(({ received }) => received()).filter(Boolean)
  await expect.poll(() => answers().length).toBe(3)
  for (const answer of answers()) {
    expect(answer).toMatch(/^HTTP\/1\.1 429 /)
    expect(answer).toMatch(/\r\nretry-after: 1\r\n/i)
    expect(answer).toContain('Too many requests at once from this address. Please try again in 1 second.')
  }
  for (const { socket } of connections) socket.resetAndDestroy()
})

test('more uploads than may arrive of a user are refused, and told when to try again', async () => {
  const most = ARRIVING.perKey.requests
  const connections = await begin(most + 3, { path: `${OBJECTS}/parallel-`, length: png.length })
  const answers = () => connections.map(({ received }) => received()).filter(Boolean)
  await expect.poll(() => answers().length).toBe(3)
  for (const answer of answers()) {
    expect(answer).toMatch(/^HTTP\/1\.1 429 /)
    expect(answer).toMatch(/\r\nretry-after: 5\r\n/i)
    expect(answer).toContain('Too many uploads at once. Please try again in 5 seconds.')
  }
  await expect.poll(async () => (await incoming()).length).toBe(most)
  for (const { socket } of connections) socket.resetAndDestroy()
  await expect.poll(incoming).toEqual([])
  await expect.poll(async () => (await upload('afterwards.png', png)).status).toBe(200)
})

test('nobody waits for what arrives slowly', async () => {
  const { sql } = app.database
  const slow = await Promise.all(
    ['ada@example.org', 'tom@example.org'].map(async (email) => {
      await createMember(sql, {
        email,
        password: 'battery horse',
        role: 'author',
        languages: [],
        permissions: [],
      })
      const token = await mintToken(sql, email)
      const path = `${OBJECTS}/${email.slice(0, 3)}-`
      return begin(8, { path, length: png.length, body: png.subarray(0, 100), token })
    }),
  )
  await expect.poll(async () => (await incoming()).length).toBe(16)
  expect((await upload('meanwhile.png', png)).status).toBe(200)
  for (const { socket, receives } of slow.flat()) {
    socket.write(png.subarray(100))
    await receives(/^HTTP\/1\.1 200 /)
    socket.destroy()
  }
})

test('an upload whose turn did not come in time is told when to try again, as a header and in words', () => {
  const error = toStorageError(new FairQueueError('late'))
  expect(error).toBeInstanceOf(StorageError)
  expect(error).toMatchObject({
    status: 429,
    retryAfterSeconds: 5,
    body: {
      statusCode: '429',
      code: 'SlowDown',
      message: 'Too many requests at once: its turn did not come in time. Please try again in 5 seconds.',
    },
  })
})

test('the guides say how many uploads run at once, and how long others wait', async () => {
  const [operators, developers] = await Promise.all(
    ['docs/self-hosting/limits.md', 'docs/storage.md'].map((path) => readFile(path, 'utf8')),
  )
  const { atOnce, maxWaitMs } = UPLOADS
  const [mine, all] = [ARRIVING.perKey.requests, ARRIVING.inAll.requests]
  expect(operators).toContain(
    `${mine} at once per user and ${all} in all per process arrive; ${atOnce / 2} per user and ${atOnce} in all are worked on, others wait up to ${maxWaitMs / 1000} seconds`,
  )
  expect(operators).toContain(
    `${IN_FLIGHT.perKey.requests} at once per address, ${IN_FLIGHT.inAll.requests} in all per process`,
  )
  expect(developers).toContain(
    `At once ${atOnce / 2} uploads of a user are worked on, and ${atOnce} in all by a process`,
  )
})
