import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { expect, test } from 'vitest'
import { receiveForm } from '#server/supabase/storage/uploads/read-upload.ts'

const HEAD = [
  'POST / HTTP/1.1',
  'Host: 127.0.0.1',
  'Content-Type: multipart/form-data; boundary=b',
  'Content-Length: 1000000',
  '',
  '--b',
  'Content-Disposition: form-data; name=""; filename="a"',
  'Content-Type: application/octet-stream',
  '',
  '',
].join('\r\n')

test('what reads the file ends when the client goes away in the middle of it', async () => {
  const steps: string[] = []
  const server = createServer(async (incoming) => {
    const receiving = receiveForm(incoming, 2_000_000, async (source) => {
      try {
        for await (const chunk of source) if (chunk.length > 0) server.emit('begun')
      } finally {
        steps.push('the file')
      }
    })
    await receiving.catch(() => steps.push('the form'))
    server.emit('ended')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1')
  const begun = once(server, 'begun')
  const ended = once(server, 'ended')
  client.write(`${HEAD}${'y'.repeat(100_000)}`)
  await begun
  client.destroy()
  await ended
  server.close()
  expect(steps).toEqual(['the file', 'the form'])
})
