import { request as send } from 'node:http'
import { describe, expect, test } from 'vitest'
import { GET, open } from '#server/platform/http/testing/open-connections.ts'

const MB = 1024 * 1024
const refuse = (status: number) => status

describe('a response before the body has arrived', () => {
  test.each([
    ['with a length', `Content-Length: ${4 * MB}\r\n\r\n${'x'.repeat(MB)}`],
    ['in chunks', `Transfer-Encoding: chunked\r\n\r\n100000\r\n${'x'.repeat(MB)}\r\n`],
  ])('is the last one of its connection, %s', async (_, rest) => {
    const { server, connect } = await open()
    server.serve((_request, response) => void response.writeHead(refuse(413)).end('too much'))
    const connection = await connect()
    connection.socket.write(`POST / HTTP/1.1\r\nHost: x\r\n${rest}`)
    const answer = await connection.ended
    expect(answer).toMatch(/^HTTP\/1\.1 413 [\s\S]*too much/)
    expect(answer).toMatch(/\r\nconnection: close\r\n/i)
  })

  test('is the last one also when the next request came with it', async () => {
    const { server, connect } = await open()
    const asked: (string | undefined)[] = []
    server.serve(({ url }, response) => {
      asked.push(url)
      response.statusCode = refuse(405)
      response.end('refused')
    })
    const connection = await connect()
    connection.socket.write(`POST /one HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\nbody${GET}\r\n`)
    expect((await connection.ended).match(/HTTP\/1\.1 405/g)).toHaveLength(1)
    expect(asked).toEqual(['/one'])
  })

  test('reaches a client that sends all of it first', async () => {
    const { server, url } = await open()
    server.serve((_request, response) => void response.writeHead(refuse(413)).end('too much'))
    for (let n = 0; n < 20; n++) {
      const status = await new Promise((resolve, reject) => {
        const client = send(url, { method: 'POST', agent: false }, (response) => {
          response.resume()
          client.end(Buffer.alloc(4 * MB), () => resolve(response.statusCode))
        })
        client.on('error', reject).write(Buffer.alloc(MB))
      })
      expect(status).toBe(413)
    }
  })

  test('ends its connection when the client goes on sending', async () => {
    const { server, connect } = await open()
    server.serve((_request, response) => void response.writeHead(refuse(413)).end('too much'))
    const { socket, receives } = await connect()
    const closed = new Promise((resolve) => socket.on('error', () => {}).once('close', resolve))
    socket.write(`POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${1024 * MB}\r\n\r\n`)
    await receives(/too much/)
    const sending = setInterval(() => socket.write('x'), 20)
    await closed
    clearInterval(sending)
  })
})

test('a response after the whole body keeps its connection, whoever has read it', async () => {
  const { server, connect } = await open()
  server.serve(async (request, response) => {
    for await (const _ of request);
    response.end('served')
  })
  const connection = await connect()
  for (let n = 1; n <= 3; n++) {
    connection.socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\nbody')
    await connection.receives(new RegExp(`(keep-alive[\\s\\S]*served[\\s\\S]*){${n}}$`))
  }
})
