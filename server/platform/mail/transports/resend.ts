import { createHash } from 'node:crypto'
import {
  composeMessage,
  domainOf,
  type Message,
  messageIdOf,
  type Sender,
} from '#server/platform/mail/compose-message.ts'
import {
  type Mail,
  MailError,
  type MailTransport,
  type SendOptions,
  untilReady,
} from '#server/platform/mail/mail.ts'
import { askResend, type ResendRequest } from '#server/platform/mail/transports/resend-request.ts'

/** An account has a few requests in a second unless it asks for more; beyond that come 429. */
const CONCURRENCY = 2
/** The limits of Resend: mails in one request, and hours for which it remembers a key. */
const BATCH_SIZE = 100
const KEY_HOURS = 24
const TIMEOUT_MS = 30_000
const VERIFY_TIMEOUT_MS = 15_000
/** The records that Resend asks customers to publish for a domain. */
const PROVIDER = { name: 'Resend', selector: 'resend', returnPath: 'send', spf: 'include:amazonses.com' }
/** The characters that a tag value may contain. */
const TAG_VALUE = /^[\w-]{1,256}$/

interface ResendOptions {
  key: string
  /** The address without a slash at its end. */
  baseUrl: string
  sender: Sender
  timeoutMs?: number
}

/** Mail over the HTTP API of Resend, or of a server that speaks like it. */
export function createResendTransport(options: ResendOptions): MailTransport {
  const { key, baseUrl, sender, timeoutMs = TIMEOUT_MS } = options
  const { host, hostname } = new URL(baseUrl)
  const ask = (request: ResendRequest, { signal }: SendOptions = {}, limitMs = timeoutMs) => {
    const signals = [AbortSignal.timeout(limitMs), ...(signal ? [signal] : [])]
    return askResend({ baseUrl, key, signal: AbortSignal.any(signals) }, request)
  }
  const write = (mail: Mail) => toResend(mail.id, composeMessage(mail, sender))

  return {
    kind: 'resend',
    concurrency: CONCURRENCY,
    description: host,
    identity: { domain: domainOf(sender), host: hostname, dkim: null, provider: PROVIDER },
    messageId: (id) => messageIdOf(id, sender),
    async send(mail, sending = {}) {
      await untilReady(sending)
      const body = JSON.stringify(write(mail))
      const answer = await ask({ path: '/emails', body, idempotencyKey: mail.id }, sending)
      if (!hasId(answer)) throw unknownAnswer(host)
    },
    batches: {
      size: BATCH_SIZE,
      keyHours: KEY_HOURS,
      account: createHash('sha256').update(`${baseUrl} ${key}`).digest('base64url'),
      compose: (mails) => `[\n${mails.map((mail) => JSON.stringify(write(mail))).join(',\n')}\n]`,
      async send(request, idempotencyKey, sending) {
        const answer = await ask({ path: '/emails/batch', body: request, idempotencyKey }, sending)
        const ids = (answer as { data?: unknown }).data
        if (!Array.isArray(ids) || ids.length !== countMails(request) || !ids.every(hasId))
          throw unknownAnswer(host)
      },
    },
    async verify(checking) {
      await ask({ path: '/domains?limit=1' }, checking, Math.min(timeoutMs, VERIFY_TIMEOUT_MS))
    },
    async close() {},
  }
}

/** The body of a request for one mail. The same mail gives the same bytes. Date and Message-ID are Resend's. */
function toResend(id: string, { from, to, subject, html, text, headers }: Message) {
  const replyTo = Object.entries(headers).find(([name]) => name.toLowerCase() === 'reply-to')
  return {
    from: from.name ? `${quoted(from.name)} <${from.address}>` : from.address,
    to: [to],
    subject,
    html,
    text,
    ...(replyTo && { reply_to: replyTo[1] }),
    headers: Object.fromEntries(Object.entries(headers).filter(([name]) => name !== replyTo?.[0])),
    // Events about this mail name it.
    ...(TAG_VALUE.test(id) && { tags: [{ name: 'mail_id', value: id }] }),
  }
}

/** Quoted where a name has characters with a meaning in addresses. */
function quoted(name: string): string {
  return /[()<>[\]:;@\\,."]/.test(name) ? `"${name.replace(/["\\]/g, '\\$&')}"` : name
}

/** Counts the mails by their lines, because parsing megabytes of JSON only to count them would be slow. */
function countMails(request: string): number {
  let lines = 0
  for (let at = request.indexOf('\n'); at >= 0; at = request.indexOf('\n', at + 1)) lines += 1
  return lines - 1
}

const hasId = (answer: unknown) => typeof (answer as { id?: unknown } | null)?.id === 'string'

/** A success in words that are not Resend's: perhaps another server answers at this address. */
function unknownAnswer(host: string): MailError {
  return new MailError('uncertain', `${host} says that it took the mail, but not as Resend does`, {
    canRepeat: true,
    isTransportProblem: true,
  })
}
