import { describe, expect, test } from 'vitest'
import { answerLater, GET, open } from '#server/platform/http/testing/open-connections.ts'
import type { RequestHandler } from '#server/platform/http/web-server.ts'

describe('before a handler is set', () => {
  test.each(['/', '/article/harbour', '/rest/v1/articles'])('%s gets 503 with Retry-After', async (path) => {
    const { url } = await open()
    const response = await fetch(url + path)
    expect(response.status).toBe(503)
    expect(response.headers.get('retry-after')).toBe('5')
    expect(response.headers.get('content-type')).toMatch(/^text\/plain/)
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(await response.text()).toBe('This site is starting. Please try again in a moment.')
  })

  test('the process is healthy but not ready', async () => {
    const { url } = await open()
    const health = await fetch(`${url}/healthz`)
    expect([health.status, await health.json()]).toEqual([200, { status: 'ok' }])
    const ready = await fetch(`${url}/readyz?verbose`)
    expect([ready.status, await ready.json()]).toEqual([503, { status: 'not ready', reason: 'starting' }])
  })

  test('a connection from that time is served by the handler later', async () => {
    const { server, connect } = await open()
    const connection = await connect()
    connection.socket.write(`${GET}\r\n`)
    await connection.receives(/is starting/)
    server.serve((_request, response) => void response.end('served'))
    connection.socket.write(`${GET}\r\n`)
    await connection.receives(/served$/)
  })
})

test('an error of the handler is logged, and the next request is served', async () => {
  const errors: unknown[][] = []
  const { server, connect } = await open({
    log: { error: (...values: unknown[]) => void errors.push(values) },
  })
  const broken = new Error('broken at /srv/ai-watch/server/app.ts')
  const answers: RequestHandler[] = [
    () => {
      throw broken
    },
    () => Promise.reject(broken),
    (_request, response) => {
      response.writeHead(200, { 'content-length': '4' }).write('be')
      throw broken
    },
  ]
  for (const answer of answers.slice(0, 2)) {
    server.serve(answer)
    const connection = await connect()
    connection.socket.write('GET /a?token=secret HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
    expect(await connection.ended).toMatch(
      /^HTTP\/1\.1 500 [\s\S]*nosniff[\s\S]*Something went wrong on our side\./,
    )
  }
  server.serve(answers[2] as RequestHandler)
  const cut = await connect()
  cut.socket.write('GET /a HTTP/1.1\r\nHost: x\r\n\r\n')
  expect(await cut.ended).not.toContain('went wrong')
  expect(errors).toEqual(Array(3).fill(['GET /a', broken]))
})

describe('a request with two Host headers', () => {
  const TWO = 'Host: x\r\naccept: */*\r\nhost: other.example\r\n'

  test.each([
    ['differing', TWO],
    ['alike', 'Host: x\r\nHOST: x\r\n'],
    ['to be upgraded', `${TWO}Connection: Upgrade\r\nUpgrade: websocket\r\n`],
  ])('is refused: %s', async (_, headers) => {
    const { server, connect } = await open()
    const refused = () => expect.unreachable()
    server.serve(refused, { accepts: () => true, handle: refused, close: async () => {} })
    const connection = await connect()
    connection.socket.write(`GET / HTTP/1.1\r\n${headers}\r\n`)
    const answer = await connection.ended
    expect(answer).toMatch(/^HTTP\/1\.1 400 [\s\S]*nosniff[\s\S]*The request is not valid HTTP\./)
    expect(answer).toMatch(/^connection: close\r$/m)
  })

  test('is refused also behind others, and the first of several answers is not mixed with it', async () => {
    const { server, connect } = await open()
    server.serve((_request, response) => void setImmediate(() => response.end('served')))
    const connection = await connect()
    connection.socket.write(`${GET}\r\nGET / HTTP/1.1\r\n${TWO}\r\n`)
    expect(await connection.ended).toMatch(
      /^HTTP\/1\.1 200 [\s\S]*servedHTTP\/1\.1 400 [\s\S]*not valid HTTP\./,
    )
  })
})

describe('closing', () => {
  test('closes idle connections at once, while a running request goes on', async () => {
    const { server, connect } = await open()
    const { listener, waiting, asked } = answerLater()
    server.serve(listener)
    const [silent, halfway, kept, busy] = await Promise.all([connect(), connect(), connect(), connect()])
    halfway.socket.write('GET / HT')
    kept.socket.write(`${GET}\r\n`)
    await asked(1)
    waiting[0]?.end('first')
    await kept.receives(/first$/)
    busy.socket.write(`${GET}\r\n`)
    await asked(2)

    const closed = server.close()
    expect(await silent.ended).toBe('')
    expect(await halfway.ended).toBe('')
    expect(await kept.ended).toMatch(/keep-alive[\s\S]*first$/)
    expect(busy.received()).toBe('')
    waiting[1]?.end('second')
    expect(await busy.ended).toMatch(/connection: close\r\n[\s\S]*second$/i)
    await closed
  })

  test('closes a connection once its response is complete', async () => {
    const { server, connect } = await open()
    const { listener, waiting, asked } = answerLater()
    server.serve(listener)
    const busy = await connect()
    busy.socket.write(`${GET}\r\n`)
    await asked(1)
    waiting[0]?.writeHead(200, { 'content-length': '4' }).write('be')
    await busy.receives(/be$/)
    const closed = server.close()
    waiting[0]?.end('en')
    expect(await busy.ended).toMatch(/been$/)
    await closed
  })

  test('lets all requests of one connection finish', async () => {
    const { server, connect } = await open()
    const { listener, waiting, asked } = answerLater()
    server.serve(listener)
    const busy = await connect()
    busy.socket.write(`${GET}\r\n${GET}\r\n`)
    await asked(2)
    const closed = server.close()
    waiting[1]?.end('two')
    waiting[0]?.end('one')
    expect(await busy.ended).toMatch(/one[\s\S]*connection: close[\s\S]*two$/i)
    await closed
  })

  test('closes unfinished connections after the drain time, also when called twice', async () => {
    const { server, connect } = await open({ drainMs: 1 })
    const { listener, asked } = answerLater()
    server.serve(listener)
    const busy = await connect()
    busy.socket.write(`${GET}\r\n`)
    await asked(1)
    await Promise.all([server.close(), server.close()])
    expect(await busy.ended).toBe('')
  })
})

describe('a client that is slow or silent', () => {
  test('is disconnected when it sends no request', async () => {
    const { connect } = await open({ limits: { headersMs: 20, requestMs: 20 } })
    expect(await (await connect()).ended).toBe('')
  })

  test('gets 408 when its headers or its body do not arrive in time', async () => {
    // Long enough for a busy client to send its first byte: a client that sent none gets no response.
    const { server, connect } = await open({ limits: { headersMs: 1500, requestMs: 1500 } })
    server.serve(answerLater().listener)
    for (const part of [
      'GET / HTTP/1.1\r\nHost:',
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nabc',
    ]) {
      const connection = await connect()
      connection.socket.write(part)
      expect(await connection.ended).toMatch(
        /^HTTP\/1\.1 408 Request Timeout\r\nx-content-type-options: nosniff\r\n[\s\S]*took too long to arrive\.$/,
      )
    }
  })

  test('is disconnected when it sends no further request', async () => {
    const { connect } = await open({ limits: { keepAliveMs: 1 } })
    const connection = await connect()
    connection.socket.write(`${GET}\r\n`)
    expect(await connection.ended).toMatch(/is starting/)
  })

  test('is disconnected when no byte moves during a request', async () => {
    const { server, connect } = await open({ limits: { silenceMs: 20 } })
    server.serve(answerLater().listener)
    const connection = await connect()
    connection.socket.write(`${GET}\r\n`)
    expect(await connection.ended).toBe('')
  })

  test('is refused when too many are connected', async () => {
    const { connect } = await open({ limits: { connections: 1 } })
    const first = await connect()
    expect(await (await connect()).ended).toBe('')
    first.socket.write(`${GET}\r\n`)
    await first.receives(/is starting/)
  })
})

describe('a client that does not read', () => {
  const LARGE = Buffer.alloc(8 * 1024 * 1024, 'x')

  test('is disconnected when it pipelines too many requests', async () => {
    const { server, connect } = await open({ limits: { pipelined: 3 } })
    const { listener, waiting } = answerLater()
    server.serve(listener)
    const connection = await connect()
    connection.socket.write(`${GET}\r\n`.repeat(1000))
    expect(await connection.ended).toBe('')
    expect(waiting).toHaveLength(3)
  })

  test('may send as many requests as it likes once it has read the responses', async () => {
    const { server, connect } = await open({ limits: { pipelined: 3 } })
    server.serve((_request, response) => void response.end('served'))
    const connection = await connect()
    for (let round = 1; round <= 5; round++) {
      connection.socket.write(`${GET}\r\n`.repeat(3))
      await connection.receives(new RegExp(`(served[^]*){${round * 3}}$`))
    }
  })

  test('is disconnected when too much is unread, while a client with less unread is not', async () => {
    const { server, connect } = await open({ limits: { unreadBytes: 12 * 1024 * 1024 } })
    const { listener, waiting, asked } = answerLater()
    server.serve(listener)
    const [greedy, modest] = await Promise.all([connect(), connect()])
    for (const { socket } of [greedy, modest]) socket.pause()
    modest.socket.write(`${GET}\r\n`)
    await asked(1)
    greedy.socket.write(`${GET}\r\n${GET}\r\n`)
    await asked(3)
    const ends = waiting.map((response) => new Promise((resolve) => response.once('close', resolve)))
    for (const response of waiting) response.end(LARGE)
    await Promise.all(ends.slice(1))
    modest.socket.resume()
    await modest.receives(/x{1000}$/)
    await ends[0]
    expect(waiting.map((response) => response.writableFinished)).toEqual([true, false, false])
  })
})

describe('a malformed request', () => {
  test.each([
    ['another protocol', '\u0016\u0003\u0001\u0002\u0000\u0001\u0000', 400, 'The request is not valid HTTP.'],
    ['a method in small letters', 'get / HTTP/1.1\r\n\r\n', 400, 'The request is not valid HTTP.'],
    ['a header over two lines', `${GET}a: b\r\n c: d\r\n\r\n`, 400, 'The request is not valid HTTP.'],
    ['a broken chunk', `POST${GET.slice(3)}Transfer-Encoding: chunked\r\n\r\nZZ\r\n`, 400, 'not valid HTTP.'],
    ['a large header', `${GET}a: ${'b'.repeat(20_000)}\r\n\r\n`, 431, 'too many headers, or too large ones.'],
    [
      'a long address',
      `GET /${'b'.repeat(20_000)} HTTP/1.1\r\n`,
      431,
      'too many headers, or too large ones.',
    ],
    ['too many headers', `${GET}${'a: b\r\n'.repeat(100)}\r\n`, 431, 'too many headers, or too large ones.'],
  ])('%s gets one plain sentence without internals', async (_name, text, status, sentence) => {
    const { server, connect } = await open()
    server.serve(answerLater().listener)
    const connection = await connect()
    connection.socket.write(Buffer.from(text, 'latin1'))
    await connection.receives(new RegExp(`${sentence}$`))
    const [head = ''] = connection.received().split('\r\n\r\n')
    expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    expect(head).toMatch(/x-content-type-options: nosniff/)
    expect(head).toMatch(/content-type: text\/plain; charset=utf-8/)
  })

  test('does not write into a response that has begun', async () => {
    const { server, connect } = await open()
    const { listener, waiting, asked } = answerLater()
    server.serve(listener)
    const connection = await connect()
    connection.socket.write(`POST${GET.slice(3)}Transfer-Encoding: chunked\r\n\r\n`)
    await asked(1)
    waiting[0]?.writeHead(200, { 'content-length': '4' }).write('be')
    await connection.receives(/be$/)
    connection.socket.write('ZZ\r\n')
    expect(await connection.ended).toMatch(/\r\n\r\nbe$/)
  })

  test('with as many headers as allowed is read completely', async () => {
    const { server, connect } = await open()
    server.serve((request, response) => void response.end(`${request.headers.last}`))
    const connection = await connect()
    connection.socket.write(`${GET}${'a: b\r\n'.repeat(98)}last: read\r\n\r\n`)
    await connection.receives(/read$/)
  })
})
