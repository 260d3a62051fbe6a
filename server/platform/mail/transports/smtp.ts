import { createPrivateKey } from 'node:crypto'
import { Readable } from 'node:stream'
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'
import { createTransport as createPool, type NodemailerError } from 'nodemailer'
import Dkim from 'nodemailer/lib/dkim'
import { encodeWord } from 'nodemailer/lib/mime-funcs'
import {
  composeMessage,
  domainOf,
  type Message,
  messageIdOf,
  type Sender,
} from '#server/platform/mail/compose-message.ts'
import { MailError, type MailTransport, type SendOptions, untilReady } from '#server/platform/mail/mail.ts'
import { describeSmtpFailure } from '#server/platform/mail/transports/smtp-failure.ts'
import { type DkimConfig, smtpConnectionsOf } from '#server/platform/smtp-config.ts'

/** The time that the server has to greet, and the longest silence after that, above all after the final dot (RFC 5321, 4.5.3.2). */
const GREETING_TIMEOUT_MS = 5 * 60_000
const SOCKET_TIMEOUT_MS = 10 * 60_000
/** The time limit of a check whether the server works. */
const VERIFY_TIMEOUT_MS = 15_000
/** The time for which a connection stays open without a mail. Within it nobody has to ask whether the server is there. */
const IDLE_MS = 30_000

/** An encoded word and its charset fit into a line. */
const LONGEST_WORD = 52
/** From this ratio of ASCII to other characters, quoted-printable is the shorter encoding. */
const LETTERS_FOR_ANOTHER = 6

/** The signed headers. RFC 8058 asks for both headers of unsubscribing; the signer leaves out `List-Unsubscribe-Post` by default. */
const SIGNED_HEADERS = [
  ...['From', 'Reply-To', 'Subject', 'Date', 'Message-ID', 'To'],
  ...['MIME-Version', 'Content-Type', 'Content-Transfer-Encoding', 'Content-Language'],
  ...['List-Id', 'List-Unsubscribe', 'List-Unsubscribe-Post', 'Precedence', 'Feedback-ID', 'Auto-Submitted'],
].join(':')

interface SmtpOptions {
  /** smtp:// (STARTTLS where the server offers it) or smtps://; nodemailer's options may be in the query. */
  url: string
  sender: Sender
  dkim?: DkimConfig | null
  socketTimeoutMs?: number
  verifyTimeoutMs?: number
}

/** Mail over a small pool of SMTP connections. */
export function createSmtpTransport(options: SmtpOptions): MailTransport {
  const {
    url,
    sender,
    dkim,
    socketTimeoutMs = SOCKET_TIMEOUT_MS,
    verifyTimeoutMs = VERIFY_TIMEOUT_MS,
  } = options
  const connections = smtpConnectionsOf(url) ?? 1
  const { hostname, port } = addressOf(url)
  const pool = createPool({
    pool: true,
    maxConnections: connections,
    url,
    connectionTimeout: GREETING_TIMEOUT_MS,
    greetingTimeout: GREETING_TIMEOUT_MS,
    socketTimeout: socketTimeoutMs,
    idleTimeout: IDLE_MS,
  })
  const signer = dkim ? createSigner(dkim) : null

  // Nodemailer's errors do not say how much of the message the server had received. The stream that it is sent from does: it is
  // the signed one, because a signer reads the whole message before the server is asked whether it takes any.
  const bodies = new Map<string, Readable>()
  /** Promises that the content of a message waits for, by its id. */
  const gates = new Map<string, SendOptions['ready']>()
  /** The moment at which the server last accepted a mail, and the outcome of the next one. */
  let takenAt = Number.NEGATIVE_INFINITY
  let outcome = Promise.withResolvers<void>()
  pool.use('stream', (mail, done) => {
    const id = String(mail.data.messageId)
    if (signer) mail.message?.processFunc((body) => signer.sign(body))
    mail.message?.processFunc((signed) => {
      const body = holdUntil(gates.get(id), signed)
      bodies.set(id, body)
      return body
    })
    done()
  })

  return {
    kind: 'smtp',
    concurrency: connections,
    description: `${hostname}:${port}`,
    identity: {
      domain: domainOf(sender),
      host: hostname,
      dkim: dkim ? { domain: dkim.domain, selector: dkim.selector, publicKey: dkim.publicKey } : null,
    },
    messageId: (id) => messageIdOf(id, sender),
    async send(mail, { signal, ready } = {}) {
      const message = composeMessage(mail, sender)
      const to = { name: '', address: message.to }
      const envelope = sender.returnPath ? { envelope: { from: sender.returnPath, to: message.to } } : {}
      gates.set(message.messageId, ready)
      // Its failure is met later, by the stream or below.
      ready?.catch(() => {})
      try {
        await pool.sendMail({
          ...message,
          to,
          ...envelope,
          ...writeHeaders(message),
          ...encodingOf(message),
          signal,
        })
        if (!stopContent(bodies.get(message.messageId))) throw tooEarly()
        // The connection is free after this, so that the next mail opens no other.
        await nextTurn()
        takenAt = performance.now()
        outcome.resolve()
      } catch (error) {
        // The stream begins once there is a connection. Before its end was read, the server cannot have received the end of the message.
        const isOffered = bodies.has(message.messageId)
        const isComplete = stopContent(bodies.get(message.messageId))
        // Whatever nodemailer makes of a gate that stays closed.
        await untilReady({ ready })
        const failure =
          error instanceof MailError
            ? error
            : describeSmtpFailure(error as NodemailerError, { isOffered, isComplete })
        if (failure.isTransportProblem) outcome.reject(failure)
        else outcome.resolve()
        throw failure
      } finally {
        bodies.delete(message.messageId)
        gates.delete(message.messageId)
        outcome.promise.catch(() => {})
        outcome = Promise.withResolvers()
      }
    },
    async verify({ signal } = {}) {
      if (performance.now() - takenAt < IDLE_MS) return
      const checked = gates.size > 0 ? outcome.promise : pool.verify()
      const isOver = new AbortController()
      const limit = AbortSignal.any([isOver.signal, ...(signal ? [signal] : [])])
      const tooLate = wait(verifyTimeoutMs, undefined, { signal: limit }).then(() => {
        throw new MailError('temporary', 'The mail server takes too long to answer', {
          isTransportProblem: true,
          problem: 'timeout',
        })
      })
      try {
        await Promise.race([checked, tooLate])
      } catch (error) {
        throw error instanceof MailError
          ? error
          : describeSmtpFailure(error as NodemailerError, { isOffered: false, isComplete: false })
      } finally {
        isOver.abort()
        for (const unread of [checked, tooLate]) unread.catch(() => {})
      }
    },
    async close() {
      pool.close()
    },
  }
}

/** The content of `body`, which begins when `ready` has resolved. */
function holdUntil(ready: SendOptions['ready'], body: Readable): Readable {
  if (ready === undefined) return body
  async function* held() {
    await untilReady({ ready })
    yield* body
  }
  return Readable.from(held(), { objectMode: false })
}

/**
 * Sends no more of the content, and returns whether all of it was sent. Nodemailer would go on with it, and complete the message, after a
 * reply that came too early.
 */
function stopContent(body: Readable | undefined): boolean {
  const isComplete = body?.readableEnded ?? false
  body?.destroy()
  return isComplete
}

const tooEarly = () =>
  new MailError('temporary', 'The mail server replied before it had the message', {
    isTransportProblem: true,
  })

function createSigner({ domain, selector, privateKey }: DkimConfig): Dkim {
  // Otherwise the text would be parsed again for every mail, which takes longer than signing it.
  const key = createPrivateKey(privateKey)
  return new Dkim({
    domainName: domain,
    keySelector: selector,
    privateKey: key,
    headerFieldNames: SIGNED_HEADERS,
  })
}

/**
 * Headers stand on one line each, because some servers break the signature of an address that was folded. A header with other characters
 * than ASCII has to be encoded, and so has a subject that looks encoded, which readers would see decoded otherwise.
 */
function writeHeaders({ subject, headers }: Message) {
  const written = Object.entries(headers).map(([key, value]) => {
    // Nodemailer accepts no prepared value for this header.
    const isPrepared = key.toLowerCase() !== 'reply-to' && /^[\x20-\x7e]*$/.test(value)
    return { key, value: isPrepared ? { prepared: true, value } : value }
  })
  if (!subject.includes('=?')) return { subject, headers: written }
  const encoded = { prepared: true, foldLines: true, value: encodeWord(subject, 'Q', LONGEST_WORD) }
  return { subject: undefined, headers: [...written, { key: 'Subject', value: encoded }] }
}

/** Nodemailer would choose the same encoding for Latin letters, but it counts them one by one, three times. Other texts are left to it. */
function encodingOf({ subject, text, html }: Message): { textEncoding?: 'quoted-printable' } {
  const isLatin = [subject, text, html].every(
    (part) => (Buffer.byteLength(part) - part.length) * LETTERS_FOR_ANOTHER <= part.length,
  )
  return isLatin ? { textEncoding: 'quoted-printable' } : {}
}

/** Returns the address without the password. */
function addressOf(url: string): { hostname: string; port: number } {
  const { protocol, hostname, port } = new URL(url)
  return { hostname, port: Number(port) || (protocol === 'smtps:' ? 465 : 587) }
}
