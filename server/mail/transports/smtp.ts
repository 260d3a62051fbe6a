import type { Readable } from 'node:stream'
import { createTransport as createPool, type NodemailerError } from 'nodemailer'
import { composeMessage } from '#server/mail/compose-message.ts'
import { MailError, type MailErrorKind, type MailTransport } from '#server/mail/mail.ts'
import { messageIdOf, type Sender } from '#server/mail/sender.ts'

const CONNECT_TIMEOUT_MS = 10_000
const GREETING_TIMEOUT_MS = 10_000
/** How long the server may be silent after the greeting. */
const SOCKET_TIMEOUT_MS = 30_000

interface SmtpOptions {
  /** smtp:// (STARTTLS where the server offers it) or smtps://; nodemailer's options may be in the query. */
  url: string
  sender: Sender
  socketTimeoutMs?: number
}

/** Mail over a small pool of SMTP connections. */
export function createSmtpTransport(options: SmtpOptions): MailTransport {
  const { url, sender, socketTimeoutMs = SOCKET_TIMEOUT_MS } = options
  const pool = createPool({
    pool: true,
    url,
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: GREETING_TIMEOUT_MS,
    socketTimeout: socketTimeoutMs,
  })

  // Nodemailer's errors do not say whether the server had begun to receive the message. Its stream does.
  const bodies = new Map<string, Readable>()
  pool.use('stream', (mail, done) => {
    mail.message?.processFunc((body) => {
      bodies.set(String(mail.data.messageId), body)
      return body
    })
    done()
  })

  return {
    description: describeServer(url),
    messageId: (id) => messageIdOf(id, sender),
    async send(mail, { signal } = {}) {
      const message = composeMessage(mail, sender)
      const to = { name: '', address: message.to }
      try {
        await pool.sendMail({ ...message, to, signal })
      } catch (error) {
        const bodyStarted = bodies.get(message.messageId)?.readableDidRead ?? false
        const kind = kindOfFailure(error as NodemailerError, bodyStarted)
        throw new MailError(kind, (error as NodemailerError).message, { cause: error })
      } finally {
        bodies.delete(message.messageId)
      }
    },
    async close() {
      pool.close()
    },
  }
}

/** A 5xx is permanent only when it is about this mail; at the greeting or the login it is about our configuration. */
function kindOfFailure(error: NodemailerError, bodyStarted: boolean): MailErrorKind {
  const isAboutThisMail = error.code === 'EENVELOPE' || error.code === 'EMESSAGE'
  if (error.responseCode) return error.permanent && isAboutThisMail ? 'permanent' : 'temporary'
  if (bodyStarted) return 'uncertain'
  return isAboutThisMail ? 'permanent' : 'temporary'
}

/** Host and port, without the password. */
function describeServer(url: string): string {
  const { protocol, hostname, port } = new URL(url)
  return `${hostname}:${port || (protocol === 'smtps:' ? 465 : 587)}`
}
