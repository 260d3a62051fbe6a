import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { FairQueueError } from '#server/platform/http/fair-queue.ts'
import { IN_FLIGHT, UPLOADS } from '#server/supabase/storage/index.ts'
import { StorageError, toStorageError } from '#server/supabase/storage/storage-error.ts'
import { connectTo } from '../support/raw-connection.ts'
import { OBJECTS, startHostileUploads } from './hostile-uploads.ts'

const { app, png, headers, upload, incoming } = await startHostileUploads()

test('more uploads at once than an address may have are refused, and told when to try again', async () => {
  const most = IN_FLIGHT.perKey.requests
  const keys = Object.entries(headers()).map(([name, value]) => `${name}: ${value}\r\n`)
  const connections = await Promise.all(
    Array.from({ length: most + 3 }, async (_, n) => {
      const connection = await connectTo(app.url)
      connection.socket.write(
        `POST ${OBJECTS}/parallel-${n}.png HTTP/1.1\r\nhost: a\r\n${keys.join('')}content-type: image/png\r\ncontent-length: ${png.length}\r\n\r\n`,
      )
      return connection
    }),
  )
  const answers = () => connections.map(({ received }) => received()).filter(Boolean)
  await expect.poll(() => answers().length).toBe(3)
  for (const answer of answers()) {
    expect(answer).toMatch(/^HTTP\/1\.1 429 /)
    expect(answer).toMatch(/\r\nretry-after: 1\r\n/i)
    expect(answer).toContain('Too many requests at once from this address. Please try again in 1 second.')
  }
  // Of those that were let in, only a few are read; the others wait for their turn.
  await expect.poll(async () => (await incoming()).length).toBe(UPLOADS.perKey)
  for (const { socket } of connections) socket.resetAndDestroy()
  await expect.poll(incoming).toEqual([])
  await expect.poll(async () => (await upload('afterwards.png', png)).status).toBe(200)
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
    ['docs/self-hosting.md', 'docs/storage.md'].map((path) => readFile(path, 'utf8')),
  )
  const { atOnce, perKey, maxWaitMs } = UPLOADS
  expect(operators).toContain(
    `${perKey} at once per user and ${atOnce} in all per process, others wait up to ${maxWaitMs / 1000} seconds`,
  )
  expect(operators).toContain(
    `${IN_FLIGHT.perKey.requests} at once per address, ${IN_FLIGHT.inAll.requests} in all per process`,
  )
  expect(developers).toContain(
    `At once ${perKey} uploads of a user are worked on, and ${atOnce} in all by a process`,
  )
})
