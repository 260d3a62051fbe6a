import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { handOverTo } from '#server/supervisor/start-process.ts'

/** A process that answers each connection that it is handed. */
async function startChild(): Promise<ChildProcess> {
  const child = fork(join(import.meta.dirname, 'testing/greets.ts'), { execArgv: [] })
  child.setMaxListeners(0)
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child, 'message')
  return child
}

/** Connections as a supervisor accepts them, with the client of each. */
async function listen() {
  const server = createServer({ pauseOnConnect: true }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return async () => {
    const client = connect((server.address() as AddressInfo).port, '127.0.0.1')
    client.on('error', () => {})
    onTestFinished(() => void client.destroy())
    const [accepted] = (await once(server, 'connection')) as [Socket]
    accepted.on('error', () => {})
    return { client, accepted }
  }
}

test('a connection is served by the process, and only when it has arrived is the next one due', async () => {
  const child = await startChild()
  const take = handOverTo(child)
  const accept = await listen()
  for (let n = 0; n < 3; n++) {
    const { client, accepted } = await accept()
    const said = once(client, 'data')
    expect(await new Promise((resolve) => take(accepted, resolve))).toBe(null)
    expect(String((await said)[0])).toBe('hello')
  }
  child.kill('SIGSTOP')
  const { accepted } = await accept()
  const onTaken = vi.fn()
  take(accepted, onTaken)
  await accept()
  expect(onTaken).not.toHaveBeenCalled()
  child.kill('SIGCONT')
  await expect.poll(() => onTaken.mock.calls).toEqual([[null]])
})

test('what is on its way to a process that ends is closed, as is what is handed to it afterwards', async () => {
  const child = await startChild()
  const take = handOverTo(child)
  const accept = await listen()
  child.kill('SIGSTOP')
  const clients = [await accept(), await accept()]
  const closed = Promise.all(clients.map(({ client }) => once(client, 'close')))
  const errors = Promise.all(
    clients.map(({ accepted }) => new Promise<Error | null>((resolve) => take(accepted, resolve))),
  )
  child.kill('SIGKILL')
  for (const { client } of clients) client.resume()
  await closed
  expect(await errors).toEqual([expect.any(Error), expect.any(Error)])
  const { client, accepted } = await accept()
  client.resume()
  const isClosed = once(client, 'close')
  expect(await new Promise((resolve) => take(accepted, resolve))).toEqual(expect.any(Error))
  await isClosed
})
