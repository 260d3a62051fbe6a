import type { FetchMessageObject, ImapFlow } from 'imapflow'
import type { MailFields } from '#core/domain/mail-providers.ts'
import type { MailProblem } from '#core/domain/mail-settings.ts'
import { inPlainWords } from '#server/platform/faults/describe-failure.ts'
import { oneLineReason } from '#server/platform/mail/mail.ts'

const CONNECT_TIMEOUT_MS = 10_000
const GREETING_TIMEOUT_MS = 30_000
/** The longest silence of the server, except while it waits for new mail. */
const SILENCE_MS = 60_000
/** A server that sends more than was asked for is not listened to any further. */
const LIMITS = {
  maxLiteralSize: 1024 * 1024,
  maxResponseSize: 2 * 1024 * 1024,
  // The numbers of half a million mails.
  maxLineLength: 4 * 1024 * 1024,
  maxResponseTokens: 10_000,
}
/** The number of mails in one request. */
const CHUNK = 50

/** A folder of a mailbox that is read and never changed: it is open for reading only, and nothing that is read counts as seen. */
export interface Mailbox {
  /** Counts the times that the numbers of the mails were given anew (RFC 9051, section 2.3.1.1). */
  uidValidity: string
  /** The number that the next mail will get. */
  uidNext: number
  exists: number
  /** The numbers of the mails after this one, ascending. */
  listAfter(uid: number): Promise<number[]>
  /** The numbers of the mails that arrived since. */
  listSince(date: Date): Promise<number[]>
  /**
   * The beginning of each of these mails. One that the server has deleted in the meantime is left out.
   * @throws MailboxError whose `skipped` is a mail that cannot be read at all
   */
  read(uids: readonly number[], mostBytes: number): AsyncGenerator<{ uid: number; beginning: Uint8Array }>
  /** Returns true if something has arrived in time, and false at once if the server does not announce new mail. */
  waitForMail(ms: number, signal: AbortSignal): Promise<boolean>
  close(): void
}

export class MailboxError extends Error {
  override name = 'MailboxError'
  readonly problem: MailProblem
  /** The server's reply, in one short line. */
  readonly said: string
  readonly skipped: number | null

  constructor(problem: MailProblem, error: unknown, { said = '', skipped = null as number | null } = {}) {
    super(
      oneLineReason(said || (error instanceof Error ? inPlainWords(error) : 'The mailbox cannot be read')),
      {
        cause: error,
      },
    )
    this.problem = problem
    this.said = oneLineReason(said)
    this.skipped = skipped
  }
}

/** @throws MailboxError */
export async function openMailbox(
  { fields, secret }: { fields: MailFields; secret: string | null },
  signal: AbortSignal,
): Promise<Mailbox> {
  const { host, port, security, username, folder } = fields
  // Loaded by the first use, because most publications have no mailbox.
  const { ImapFlow } = await import('imapflow')
  const client = new ImapFlow({
    host: String(host),
    port: Number(port),
    secure: security === 'tls',
    doSTARTTLS: security === 'starttls',
    auth: { user: String(username), pass: secret ?? '' },
    logger: false,
    disableAutoIdle: true,
    disableCompression: true,
    clientInfo: { name: 'AI Watch' },
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: GREETING_TIMEOUT_MS,
    socketTimeout: SILENCE_MS,
    ...LIMITS,
  })
  // Without a listener, a connection that is lost would end the process.
  let lost: unknown = null
  client.on('error', (error) => {
    lost = error
  })
  const close = () => client.close()
  signal.addEventListener('abort', close, { once: true })
  client.on('close', () => signal.removeEventListener('abort', close))
  try {
    signal.throwIfAborted()
    await client.connect()
  } catch (error) {
    client.close()
    throw describeFailure(error)
  }
  try {
    const { uidValidity, uidNext, exists } = await client.mailboxOpen(String(folder), { readOnly: true })
    return serveMailbox(client, { uidValidity: String(uidValidity), uidNext, exists }, () => lost)
  } catch (error) {
    client.close()
    throw isRefusal(error)
      ? new MailboxError('folder', error, { said: saidIn(error) })
      : describeFailure(error)
  }
}

function serveMailbox(
  client: ImapFlow,
  opened: Pick<Mailbox, 'uidValidity' | 'uidNext' | 'exists'>,
  lost: () => unknown,
): Mailbox {
  const list = async (query: { uid: string } | { since: Date }) => {
    try {
      const found = await client.search(query, { uid: true })
      return (found || []).toSorted((one, other) => one - other)
    } catch (error) {
      throw describeFailure(lost() ?? error)
    }
  }
  return {
    ...opened,
    // The range "n:*" always has the last mail.
    listAfter: async (uid) => (await list({ uid: `${uid + 1}:*` })).filter((found) => found > uid),
    listSince: (since) => list({ since }),
    async *read(uids, mostBytes) {
      const query = { uid: true, source: { start: 0, maxLength: mostBytes } }
      for (let at = 0; at < uids.length; at += CHUNK) {
        const left = new Set(uids.slice(at, at + CHUNK))
        try {
          for await (const mail of client.fetch([...left].join(','), query, { uid: true })) {
            if (!left.delete(mail.uid)) continue
            yield { uid: mail.uid, beginning: beginningOf(mail, mostBytes) }
          }
        } catch (error) {
          const cause = lost() ?? error
          const [skipped = null] = left
          throw isTooLarge(cause) ? new MailboxError('refused', cause, { skipped }) : describeFailure(cause)
        }
      }
    },
    async waitForMail(ms, signal) {
      if (!client.capabilities.has('IDLE')) return false
      const { promise, resolve } = Promise.withResolvers<boolean>()
      const arrive = () => resolve(true)
      const end = () => resolve(false)
      const timer = setTimeout(end, ms)
      client.on('exists', arrive)
      client.on('close', end)
      signal.addEventListener('abort', end, { once: true })
      // The next command meets its failure.
      const idling = client.idle().catch(() => {})
      const hasArrived = await promise
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      client.off('exists', arrive)
      client.off('close', end)
      // The next command ends the wait of the server.
      if (client.usable) await client.noop().catch(() => {})
      else client.close()
      await idling
      return hasArrived
    },
    close: () => client.close(),
  }
}

const beginningOf = ({ source }: FetchMessageObject, mostBytes: number): Uint8Array =>
  source ? source.subarray(0, mostBytes) : new Uint8Array()

const codeOf = (error: unknown) => String((error as { code?: unknown } | null)?.code ?? '')
const saidIn = (error: unknown) => String((error as { responseText?: unknown } | null)?.responseText ?? '')
const isRefusal = (error: unknown) =>
  /^(?:NO|BAD)$/.test(String((error as { responseStatus?: unknown }).responseStatus))
const isTooLarge = (error: unknown) =>
  /^(?:Literal|Line|Response)TooLarge$|^TooManyTokens$/.test(codeOf(error))

const UNKNOWN_HOST = /^(?:ENOTFOUND|EAI_\w+)$/
const NO_ANSWER = /^(?:ECONN\w+|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|EPIPE|NoConnection|EConnectionClosed)$/
const TIMEOUT = /TIMEOUT|ETIMEDOUT/
const TLS = /certificate|self[- ]signed|ssl|tls|wrong version number|altname/i

/** The words of the server are passed on only after it has spoken IMAP, because any service may be there. */
function describeFailure(error: unknown): MailboxError {
  if (error instanceof MailboxError) return error
  const code = codeOf(error)
  const text = error instanceof Error ? error.message : ''
  if ((error as { authenticationFailed?: unknown } | null)?.authenticationFailed)
    return new MailboxError('login', error, { said: saidIn(error) })
  if (UNKNOWN_HOST.test(code)) return new MailboxError('unknown_host', error)
  if (TIMEOUT.test(code)) return new MailboxError('timeout', error)
  if (TLS.test(`${code} ${text}`)) return new MailboxError('tls', error)
  if (NO_ANSWER.test(code)) return new MailboxError('no_answer', error)
  if (isRefusal(error)) return new MailboxError('refused', error, { said: saidIn(error) })
  return new MailboxError(
    'not_a_mail_server',
    new Error('What answers there is no mailbox', { cause: error }),
  )
}
