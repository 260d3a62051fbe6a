import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

export interface SunkMail {
  raw: string
  parsed: Email
  envelope: { from: string; to: string[] }
  /** Whether it came over TLS. */
  secure: boolean
  /** The user name of the connection. */
  user: string | null
}

/** How the sink treats the following mails. */
export type SinkBehaviour =
  | { kind: 'accept'; afterMs?: number }
  | { kind: 'refuse'; at: 'auth' | 'rcpt' | 'data'; code: number }
  /** Receives the whole mail, but never responds. */
  | { kind: 'hang' }

export interface MailSink {
  /** smtp://127.0.0.1:port */
  url: string
  /** All received mails, oldest first, including those that got no response. */
  mails: SunkMail[]
  /** The next mail that arrives after this call. */
  nextMail(): Promise<SunkMail>
  behave(behaviour: SinkBehaviour): void
  /** Closes all connections without a response. */
  cut(): void
  close(): Promise<void>
}

/** A real SMTP server on a random port that delivers nothing. With `tls` it offers STARTTLS with a test certificate. */
export async function startMailSink({ tls = false } = {}): Promise<MailSink> {
  const mails: SunkMail[] = []
  const waiting: ((mail: SunkMail) => void)[] = []
  let behaviour: SinkBehaviour = { kind: 'accept' }
  const refusal = (at: 'auth' | 'rcpt' | 'data') =>
    behaviour.kind === 'refuse' && behaviour.at === at
      ? Object.assign(new Error(`refused by the sink at ${at}`), { responseCode: behaviour.code })
      : null

  const server = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: tls ? [] : ['STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    onAuth: (auth, _session, done) => done(refusal('auth'), { user: `${auth.username}:${auth.password}` }),
    onRcptTo: (_address, _session, done) => done(refusal('rcpt')),
    onData(stream, session, done) {
      const receive = async () => {
        const raw = await buffer(stream)
        const mail: SunkMail = {
          raw: raw.toString('utf8'),
          parsed: await PostalMime.parse(raw),
          envelope: {
            from: session.envelope.mailFrom ? session.envelope.mailFrom.address : '',
            to: session.envelope.rcptTo.map(({ address }) => address),
          },
          secure: session.secure,
          user: session.user ?? null,
        }
        const refused = refusal('data')
        if (!refused) {
          mails.push(mail)
          for (const resolve of waiting.splice(0)) resolve(mail)
        }
        if (behaviour.kind === 'accept' && behaviour.afterMs) await wait(behaviour.afterMs)
        if (behaviour.kind !== 'hang') done(refused)
      }
      receive().catch(done)
    },
  })
  // Tests disconnect in the middle on purpose.
  server.on('error', () => {})
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  const cut = () => {
    for (const connection of server.connections) connection.close()
  }

  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    nextMail: () => new Promise((resolve) => waiting.push(resolve)),
    behave: (next) => {
      behaviour = next
    },
    cut,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(resolve))
      cut()
      await closed
    },
  }
}
