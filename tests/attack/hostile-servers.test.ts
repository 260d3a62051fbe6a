import { type AddressInfo, createServer, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createLinkChecker } from '#server/platform/links/link-checker.ts'
import { startNameServer } from '../support/name-server.ts'

/** Answers bytes that no honest server would send, by the path asked for. */
const server = createServer((socket) => {
  sockets.add(socket)
  socket.on('error', () => socket.destroy())
  socket.once('data', (data) => {
    const [, path = ''] = data.toString('latin1').split(' ')
    answer(socket, path)
  })
})
const sockets = new Set<Socket>()
let port: number

function answer(socket: Socket, path: string): void {
  if (path === '/upgrade')
    socket.write('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n')
  else if (path === '/good') socket.end('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n')
  else if (path === '/again') socket.end('HTTP/1.1 302 Found\r\nlocation: /silent\r\n\r\n')
}

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
})
afterAll(() => {
  server.close()
  for (const socket of sockets) socket.destroy()
})

const HERE = '127.0.0.1'
const hosts = (count: number) => Array.from({ length: count }, (_, n) => `host${n}.example`)

/** A checker for which all names are those of the server above, or what `find` says. */
async function startChecker(
  options: { find?: (name: string) => string[] | null; names?: string[]; longestMs?: number } = {},
) {
  const { find = () => [HERE], names = [], longestMs } = options
  return createLinkChecker({
    siteUrl: 'https://watch.example',
    allowed: [HERE, ...names],
    nameServers: [await startNameServer(find)],
    knownName: 'localhost',
    ...(longestMs && { longestMs }),
  })
}

test('a server that changes the protocol does not keep its place for ever', async () => {
  const checker = await startChecker()
  const base = `http://${HERE}:${port}`
  expect(await checker.check(`${base}/upgrade`, 'nora')).toEqual({ state: 'unsure', detail: 'connection' })
  expect(await checker.check(`${base}/good`, 'nora')).toEqual({ state: 'ok', detail: '' })
})

test('a chain of servers that never answer has a bounded time together', async () => {
  const checker = await startChecker({ longestMs: 300 })
  for (const path of ['silent', 'again']) {
    expect(await checker.check(`http://${HERE}:${port}/${path}`, 'nora')).toEqual({
      state: 'unsure',
      detail: 'time',
    })
  }
})

describe('a user whose links lead to servers that never respond', () => {
  test('does not hold up the links of others', async () => {
    const names = hosts(20)
    const checker = await startChecker({ names: [...names, 'other.example'] })
    let answered = 0
    for (const name of names) {
      void checker.check(`http://${name}:${port}/silent`, 'nora').then(() => {
        answered += 1
      })
    }
    expect(await checker.check(`http://other.example:${port}/good`, 'omar')).toEqual({
      state: 'ok',
      detail: '',
    })
    expect(answered).toBe(0)
  })

  test('cannot take all the places for links that wait', async () => {
    const names = hosts(201)
    const checker = await startChecker({ names: [...names, 'other.example'] })
    const checks = names.map((name) => checker.check(`http://${name}:${port}/silent`, 'nora'))
    expect(await checks.at(-1)).toEqual({ state: 'unsure', detail: 'busy' })
    expect(await checker.check(`http://other.example:${port}/good`, 'omar')).toMatchObject({ state: 'ok' })
  })
})

describe('a name', () => {
  test.each([
    ['of a server inside', ['10.0.0.1']],
    ['with a public address and one inside', ['93.184.216.34', '169.254.169.254']],
  ])('%s is not asked for pages', async (_what, addresses) => {
    const checker = await startChecker({ find: () => addresses })
    expect(await checker.check('http://inside.example/', 'nora')).toEqual({
      state: 'unsure',
      detail: 'private',
    })
  })

  test('that leads to another server at the second question is judged again', async () => {
    const answers = [[HERE], ['169.254.169.254']]
    const asked: string[] = []
    const find = (name: string) => {
      asked.push(name)
      // Each lookup is two questions, for addresses of both kinds.
      return answers[Math.floor((asked.length - 1) / 2)] ?? ['10.0.0.1']
    }
    const checker = await startChecker({ find, names: ['rebound.example'] })
    expect(await checker.check(`http://rebound.example:${port}/good`, 'nora')).toEqual({
      state: 'unsure',
      detail: 'private',
    })
    expect(asked).toHaveLength(4)
  })

  test('that does not exist is dead, and one for which no name server responds is not', async () => {
    const checker = await startChecker({
      find: (name) => (name === 'silent.example' ? null : []),
      longestMs: 500,
    })
    expect(await checker.check('http://nobody.example/', 'nora')).toEqual({ state: 'dead', detail: 'name' })
    expect(await checker.check('http://silent.example/', 'nora')).toEqual({ state: 'unsure', detail: 'time' })
  })
})
