import { createServer } from 'node:net'
import { onTestFinished } from 'vitest'
import { createSender } from '#server/platform/mail/compose-message.ts'
import type { Mail, MailTransport } from '#server/platform/mail/mail.ts'
import { createSmtpTransport } from '#server/platform/mail/transports/smtp.ts'
import { startMailSink } from '../../../../../tests/mocks/mail-sink.ts'

export const MAIL: Mail = {
  id: '7f1c1d9e-4f5b-4c0e-9a55-0d2f3f0f4f11',
  to: 'ada@example.com',
  subject: 'Grüße zum Sonntag 🗞️, für Ada',
  text: 'Guten Morgen, Ada.\n\n.\n\nEin Punkt allein auf einer Zeile beendet nichts.',
  html: '<p lang="de">Guten Morgen, <b>Ada</b> — schön!</p>',
  language: 'de',
  headers: { 'Auto-Submitted': 'auto-generated' },
}

/** A mail server that receives, and a transport that sends to it. */
export async function startSmtp(
  options: { tls?: boolean; from?: string; login?: string; query?: string; socketTimeoutMs?: number } = {},
) {
  const sink = await startMailSink({ tls: options.tls ?? false })
  const url = `${sink.url.replace('//', `//${options.login ?? ''}`)}${options.query ?? ''}`
  const from = options.from ?? 'AI Watch <news@example.org>'
  const transport = createSmtpTransport({
    url,
    sender: createSender({ from, siteUrl: 'https://aiwatch.example' }),
    ...(options.socketTimeoutMs && { socketTimeoutMs: options.socketTimeoutMs }),
  })
  onTestFinished(async () => {
    await transport.close()
    await sink.close()
  })
  const send = (changes: Partial<Mail> = {}) => transport.send({ ...MAIL, ...changes })
  return { sink, transport, send }
}

/** Accepts connections, and says nothing. */
export async function startSilentServer() {
  const silent = createServer()
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void silent.close())
  const connected = new Promise<void>((resolve) => {
    silent.on('connection', (socket) => {
      socket.on('error', () => {})
      resolve()
    })
  })
  const address = silent.address()
  return { url: `smtp://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`, connected }
}

/** Accepts every message, and records what arrives after each DATA. */
export async function startRecordingServer() {
  const contents: string[] = []
  const dataBegan = Promise.withResolvers<void>()
  const server = createServer((socket) => {
    let isContent = false
    socket.on('error', () => {})
    socket.write('220 recording\r\n')
    socket.on('data', (chunk) => {
      const text = chunk.toString('latin1')
      if (isContent) {
        contents[contents.length - 1] += text
        if (!text.endsWith('\r\n.\r\n')) return
        isContent = false
      } else if (text.startsWith('DATA')) {
        isContent = true
        contents.push('')
        dataBegan.resolve()
        return socket.write('354 go on\r\n')
      }
      socket.write('250 fine\r\n')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const [transport, other] = [1, 2].map(() =>
    createSmtpTransport({
      url: `smtp://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`,
      sender: createSender({ from: 'news@example.org', siteUrl: 'https://aiwatch.example' }),
    }),
  ) as [MailTransport, MailTransport]
  onTestFinished(async () => {
    await transport.close()
    await other.close()
    server.close()
  })
  return { contents, dataBegan: dataBegan.promise, transport, other }
}
