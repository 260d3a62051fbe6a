import { createServer, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createSender } from '#server/platform/mail/compose-message.ts'
import { createSmtpTransport } from '#server/platform/mail/transports/smtp.ts'
import { failureOf } from '#server/platform/mail/transports/testing/failure-of.ts'
import { MAIL } from '#server/platform/mail/transports/testing/start-smtp.ts'

/** A server that replies `early` when a content has not begun, and `late` to a whole one. It goes on with the content after `early`. */
async function startOddServer({ early = '', late = '250 taken' }) {
  /** The contents that were completed. */
  const whole: string[] = []
  /** Something was sent after the early reply, or the connection was closed. */
  const earlyReplyMet = Promise.withResolvers<void>()
  const closed = Promise.withResolvers<void>()
  const converse = (socket: Socket) => {
    let content: string | null = null
    socket.on('error', () => {})
    socket.on('close', () => {
      earlyReplyMet.resolve()
      closed.resolve()
    })
    socket.write('220 odd\r\n')
    socket.on('data', (chunk) => {
      const text = chunk.toString('latin1')
      if (content === null && text.startsWith('DATA')) {
        content = ''
        socket.write(`354 go on\r\n${early && `${early}\r\n`}`)
      } else if (content === null) socket.write('250 fine\r\n')
      else {
        earlyReplyMet.resolve()
        content += text
        if (!content.endsWith('\r\n.\r\n')) return
        whole.push(content)
        content = null
        socket.write(`${late}\r\n`)
      }
    })
  }
  const server = createServer(converse)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const transport = createSmtpTransport({
    url: `smtp://127.0.0.1:${typeof address === 'object' ? address?.port : 0}?maxConnections=1`,
    sender: createSender({ from: 'news@example.org', siteUrl: 'https://aiwatch.example' }),
    socketTimeoutMs: 300,
  })
  onTestFinished(async () => {
    await transport.close()
    server.close()
  })
  return { transport, whole, earlyReplyMet: earlyReplyMet.promise, closed: closed.promise }
}

test.each(['451 not now', '552 too large', '421 closing', '250 taken', 'hello'])(
  'a message that gets the reply %j before its content has begun is not completed after that',
  async (early) => {
    const { transport, whole, earlyReplyMet, closed } = await startOddServer({ early })
    const ready = Promise.withResolvers<boolean>()
    const failure = failureOf(transport.send(MAIL, { ready: ready.promise }))
    // It has the connection next, and so it shows when the first one has ended.
    const next = failureOf(transport.send({ ...MAIL, id: 'next' }, { ready: Promise.resolve(false) }))
    await earlyReplyMet
    ready.resolve(true)
    expect((await failure).kind).toBe(early.startsWith('552') ? 'permanent' : 'temporary')
    await closed
    await next
    expect(whole).toEqual([])
  },
)

test.each(['354 go on', '100 wait', '4', '99999 what', 'hello'])(
  'a whole message that gets the reply %j may have been taken',
  async (late) => {
    const { transport, whole } = await startOddServer({ late })
    expect((await failureOf(transport.send(MAIL))).kind).toBe('uncertain')
    expect(whole).toHaveLength(1)
  },
)
