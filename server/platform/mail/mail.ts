import type { MailProblem } from '#core/domain/mail-settings.ts'
import type { Language } from '#core/i18n/languages.ts'

/** One mail to one reader. The transport adds From, Date and Message-ID. */
export interface Mail {
  /** Unique, and the same for every attempt to send this mail; the local part of its Message-ID. */
  id: string
  to: string
  /** The name of the sender when MAIL_FROM has only an address. */
  publication?: string
  subject: string
  text: string
  html: string
  /** The language of the mail; becomes Content-Language. */
  language: Language
  headers?: Readonly<Record<string, string>>
}

export interface SendOptions {
  /** Aborts the hand-over. The kind of the MailError says whether the mail may have been taken by then. */
  signal?: AbortSignal
  /** Nothing of the content of the mail leaves before this resolves with true. Otherwise the mail is not sent, and `send` fails. */
  ready?: Promise<boolean> | undefined
}

/** Longer than a mail server may take with one mail: five minutes until it greets, and ten after the final dot (RFC 5321, 4.5.3.2). */
export const SEND_TIMEOUT_MS = 16 * 60_000

/** A way to send mail. */
export interface MailTransport {
  /** Its name in the database and on the desk: lower-case letters, digits and hyphens. It never changes: another way of mail is another transport. */
  readonly kind: string
  /** The destination of mail, printed when the site starts. */
  readonly description: string
  /** The number of mails, or batches, that can be sent at the same time. */
  readonly concurrency: number
  /** Only of transports that take many mails in one request, which they know again when it is repeated. */
  readonly batches?: MailBatches
  /** The identity of the sender that receivers check. */
  readonly identity: SenderIdentity
  messageId(id: string): string
  /**
   * Resolves once the next system has taken responsibility for the mail.
   * @throws MailError
   */
  send(mail: Mail, options?: SendOptions): Promise<void>
  /**
   * Resolves when mail could be handed over now: the next system is there and accepts our credentials, or has just taken a mail. Sends
   * nothing, takes a bounded time, and no connection that mails need.
   * @throws MailError temporary, with `isTransportProblem`
   */
  verify(options?: SendOptions): Promise<void>
  close(): Promise<void>
}

/**
 * Many mails in one request, which are accepted all or none. When a request fails with `canRepeat`, its mails are in no other request until
 * it was repeated or its key has expired: then a second delivery would be possible.
 */
export interface MailBatches {
  /** The most mails of one request. */
  readonly size: number
  /**
   * The request as it will be sent: to be stored before, so that it can be repeated byte by byte.
   * @throws MailError permanent, when one of the mails cannot be sent; `send` says which
   */
  compose(mails: readonly Mail[]): string
  /**
   * Resolves once all mails of the request are taken. A request with a key that was taken within `keyHours` is not sent twice.
   * @throws MailError permanent, when one of the mails was refused, and so all: sent one by one, the others go out
   */
  send(request: string, idempotencyKey: string, options?: SendOptions): Promise<void>
  readonly keyHours: number
  /** A hash of the account that keys belong to: under another one a repeated request is a new one. */
  readonly account: string
}

/** The domain of the sender, and its signature. */
interface SenderIdentity {
  /** The domain of MAIL_FROM. */
  domain: string
  /** The server that sends to receivers, or hands over to one that does; null for the outbox. */
  host: string | null
  /** The DKIM signature that is made here; null if there is none, or if it is made elsewhere. */
  dkim: { domain: string; selector: string; publicKey: string } | null
  /** Only of providers that sign for the domain themselves, once it has the records that they show. */
  provider?: MailProvider
}

/** The records that a provider has published for a domain. */
interface MailProvider {
  /** The name as people write it. */
  name: string
  /** The selector of its key. */
  selector: string
  /** The subdomain to which mail is returned, and the mechanism of its SPF record. */
  returnPath: string
  spf: string
}

/**
 * - `temporary`: not taken, as far as the next system says; may be taken later
 * - `permanent`: this mail to this address will never be taken
 * - `uncertain`: it may have been taken; sending it again could deliver it twice
 */
type MailErrorKind = 'temporary' | 'permanent' | 'uncertain'

/** A mail server's response about a recipient, or about a mail that it had received. */
export interface Refusal {
  phase: 'recipient' | 'message'
  code: number
  text: string
}

interface MailErrorDetails extends ErrorOptions {
  retryAfterMs?: number | undefined
  canRepeat?: boolean
  isTransportProblem?: boolean
  isUnoffered?: boolean
  isBusy?: boolean
  isLasting?: boolean
  refusal?: Refusal
  problem?: MailProblem | undefined
}

/** @throws MailError when the mail is not to be sent */
export async function untilReady({ ready }: Pick<SendOptions, 'ready'>): Promise<void> {
  if ((await ready) === false) throw new MailError('temporary', 'It was not to be sent any more')
}

export class MailError extends Error {
  override name = 'MailError'
  readonly kind: MailErrorKind
  /** The pause that the next system asks for, at most a day. */
  readonly retryAfterMs: number | null
  /**
   * It is not certain that nothing was taken, but exactly the same bytes may be sent again with the same key (the id of a single
   * mail), and are delivered once. Anything else with the same mails could deliver them twice.
   */
  readonly canRepeat: boolean
  /**
   * The mail itself is fine: the next system is unreachable, or refuses everything. A caller with more mails should stop instead of trying
   * each of them.
   */
  readonly isTransportProblem: boolean
  /** The next system was not asked about this recipient, so it may be at any time. */
  readonly isUnoffered: boolean
  /** The next system is there, and asks for fewer connections or a slower pace. */
  readonly isBusy: boolean
  /** It stays so until somebody changes a setting. */
  readonly isLasting: boolean
  /** Null when nothing was said of the recipient, or of this mail. */
  readonly refusal: Refusal | null
  /** The fault of the next system, as far as it is known. */
  readonly problem: MailProblem

  constructor(kind: MailErrorKind, message: string, details: MailErrorDetails = {}) {
    const { retryAfterMs, canRepeat = false, isTransportProblem = false, problem = 'unknown' } = details
    super(message, details)
    this.kind = kind
    this.retryAfterMs = retryAfterMs ?? null
    this.canRepeat = canRepeat
    this.isTransportProblem = isTransportProblem
    this.isUnoffered = details.isUnoffered ?? false
    this.isBusy = details.isBusy ?? false
    this.isLasting = details.isLasting ?? false
    this.refusal = details.refusal ?? null
    this.problem = problem
  }
}

const MAX_LENGTH = 300

/** Makes one short line of another server's reply, which may contain anything, and is stored and shown to administrators. */
export function oneLineReason(text: string): string {
  return text
    .replace(/[\s\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]+/gu, ' ')
    .trim()
    .slice(0, MAX_LENGTH)
    .toWellFormed()
}
