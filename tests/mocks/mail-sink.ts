import { createHash } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { PassThrough } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerSession } from 'smtp-server'

export interface SunkMail {
  raw: string
  parsed: Email
  envelope: { from: string; to: string[] }
  /** True if it came over TLS. */
  secure: boolean
  /** The user name of the connection. */
  user: string | null
}

/** The record of a mail in a sink that does not store bodies. */
export interface MailReceipt {
  to: string
  bytes: number
  digest: string
}

/** The sink's treatment of a mail. */
export type SinkBehaviour =
  | { kind: 'accept'; afterMs?: number; after?: Promise<void> }
  | { kind: 'refuse'; at: 'auth' | 'mail' | 'rcpt' | 'data'; code: number; text?: string }
  /** Closes the connection without a reply: before the message, in its middle, or when it has received all of it. */
  | { kind: 'drop'; at: 'rcpt' | 'data' | 'end' }
  /** Receives the whole mail, but never responds. */
  | { kind: 'hang' }

/** Chooses the treatment of a mail by its recipient; `number` counts the mails with a named recipient, from 1. */
export type ChooseBehaviour = (mail: { to: string; number: number }) => SinkBehaviour

export interface MailSink {
  /** smtp://127.0.0.1:port */
  url: string
  /** All received mails, oldest first, including those that got no response. Empty in a sink that stores receipts. */
  mails: SunkMail[]
  /** The same, in a sink that stores receipts. */
  receipts: MailReceipt[]
  /** The number of open connections, the most that ever were, and the number that were refused. */
  connections(): { open: number; most: number; refused: number }
  /** Greets with 421 when as many connections are open. */
  limitConnections(most: number): void
  /** The next mail that arrives after this call. */
  nextMail(): Promise<SunkMail>
  behave(behaviour: SinkBehaviour | ChooseBehaviour): void
  /** Closes all connections without a response. */
  cut(): void
  close(): Promise<void>
}

interface SinkOptions {
  /** Offers STARTTLS with a test certificate. */
  tls?: boolean
  /** A sink with `receipts` stores no bodies, so that it can receive the mails of a large audience. */
  keeps?: 'everything' | 'receipts'
  /** The digest of the raw message, for receipts. */
  digest?: (raw: Buffer) => string
}

/** A real SMTP server on a random port that delivers nothing. */
export async function startMailSink(options: SinkOptions = {}): Promise<MailSink> {
  const { tls = false, keeps = 'everything', digest = digestOf } = options
  const mails: SunkMail[] = []
  const receipts: MailReceipt[] = []
  const waiting: ((mail: SunkMail) => void)[] = []
  const chosen = new WeakMap<SMTPServerSession, SinkBehaviour>()
  let behaviour: SinkBehaviour | ChooseBehaviour = { kind: 'accept' }
  let number = 0
  const accepted = new Set<string>()
  let most = 0
  let refused = 0
  let limit = Number.POSITIVE_INFINITY

  /** Before a recipient is named there is nothing to choose by. */
  const common = () => (typeof behaviour === 'function' ? null : behaviour)
  const refusal = (given: SinkBehaviour | null, at: 'auth' | 'mail' | 'rcpt' | 'data') =>
    given?.kind === 'refuse' && given.at === at
      ? Object.assign(new Error(given.text ?? `refused by the sink at ${at}`), { responseCode: given.code })
      : null

  const server = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: tls ? [] : ['STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    onConnect(session, done) {
      if (accepted.size >= limit) {
        refused += 1
        return done(Object.assign(new Error('4.7.0 Error: too many connections'), { responseCode: 421 }))
      }
      accepted.add(session.id)
      most = Math.max(most, accepted.size)
      done()
    },
    onClose(session) {
      accepted.delete(session.id)
    },
    onAuth: (auth, _session, done) =>
      done(refusal(common(), 'auth'), { user: `${auth.username}:${auth.password}` }),
    onMailFrom: (_address, _session, done) => done(refusal(common(), 'mail')),
    onRcptTo(address, session, done) {
      number += 1
      const mine = typeof behaviour === 'function' ? behaviour({ to: address.address, number }) : behaviour
      chosen.set(session, mine)
      if (mine.kind === 'drop' && mine.at === 'rcpt') return cut(session)
      done(refusal(mine, 'rcpt'))
    },
    onData(stream, session, done) {
      const mine = chosen.get(session) ?? { kind: 'accept' }
      const receive = async () => {
        if (mine.kind === 'drop' && mine.at === 'data') {
          await once(stream, 'data')
          return cut(session)
        }
        const raw = await buffer(stream.pipe(new PassThrough()))
        const refused = refusal(mine, 'data')
        if (!refused) await keep(raw, session)
        if (mine.kind === 'drop') return cut(session)
        if (mine.kind === 'accept') await (mine.afterMs ? wait(mine.afterMs) : mine.after)
        if (mine.kind !== 'hang') done(refused)
      }
      receive().catch(done)
    },
  })

  async function keep(raw: Buffer, session: SMTPServerSession): Promise<void> {
    const to = session.envelope.rcptTo.map(({ address }) => address)
    if (keeps === 'receipts') {
      receipts.push(...to.map((one) => ({ to: one, bytes: raw.length, digest: digest(raw) })))
      return
    }
    const mail: SunkMail = {
      raw: raw.toString('utf8'),
      parsed: await PostalMime.parse(raw),
      envelope: { from: session.envelope.mailFrom ? session.envelope.mailFrom.address : '', to },
      secure: session.secure,
      user: session.user ?? null,
    }
    mails.push(mail)
    for (const resolve of waiting.splice(0)) resolve(mail)
  }

  // Tests disconnect in the middle on purpose.
  server.on('error', () => {})
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  const cut = (session?: SMTPServerSession) => {
    for (const connection of server.connections) {
      if (!session || connection.session === session) connection.close()
    }
  }

  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    receipts,
    connections: () => ({ open: server.connections.size, most, refused }),
    limitConnections(next) {
      limit = next
    },
    nextMail: () => new Promise((resolve) => waiting.push(resolve)),
    behave: (next) => {
      behaviour = next
    },
    cut: () => cut(),
    async close() {
      const closed = new Promise<void>((resolve) => server.close(resolve))
      cut()
      await closed
    },
  }
}

const digestOf = (raw: Buffer) => createHash('sha256').update(raw).digest('base64url')
