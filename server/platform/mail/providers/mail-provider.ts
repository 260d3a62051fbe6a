import type { MailFields } from '#core/domain/mail-providers.ts'
import type { DocumentClient } from '#server/platform/links/request-document.ts'
import type { Sender } from '#server/platform/mail/compose-message.ts'
import type { Mail, MailTransport } from '#server/platform/mail/mail.ts'
import { createSmtpTransport } from '#server/platform/mail/transports/smtp.ts'
import type { DkimConfig } from '#server/platform/smtp-config.ts'

/** An account of a provider with its secret. The fields of one that the environment sets are the `url` of the server. */
export interface MailConnection {
  kind: string
  fields: MailFields
  secret: string | null
}

/** The part of the environment that providers need. */
export interface ProviderEnvironment {
  resendAddress: string
}

export interface TransportOptions extends MailConnection {
  sender: Sender
  /** Signs what leaves over SMTP. */
  dkim: DkimConfig | null
  environment: ProviderEnvironment
}

/** The server's part of a provider. The fields that the desk asks for are under the same kind in `core/domain/mail-providers.ts`. */
export interface ServedProvider {
  kind: string
  create(options: TransportOptions): MailTransport
  /** Names the account that a secret belongs to, if the fields do not. */
  accountOf?(environment: ProviderEnvironment): string
  /** True if its transport has `batches`: of their requests it is known after a crash whether they were sent. */
  hasBatches?: boolean
  webhook?: MailWebhook
  /** The SPF mechanism that its customers publish, with the end of the names of its servers. */
  relay?: Relay
}

export type Relay = readonly [host: string, mechanism: string]

/** A request as it arrived, whose body is not believed yet. */
export interface SignedRequest {
  headers: Headers
  body: Uint8Array
}

/** The webhook with which a provider reports on mails. */
export interface MailWebhook {
  /** Returns true if the provider has signed this request for this account, and recently. */
  isSigned(
    request: SignedRequest,
    account: Pick<MailConnection, 'fields' | 'secret'>,
    deps: { documents: DocumentClient },
  ): boolean | Promise<boolean>
  /** Reads a signed request; null if it is not an event of this provider. */
  read(request: SignedRequest): ProviderEvent | null
  /** A recipient whose mails the provider itself reports as bounced. */
  testAddress?: string
}

export interface ProviderEvent {
  /** The id of the event, the same when the provider repeats it. */
  id: string
  /** Empty for an event that changes nothing here. */
  reports: ProviderReport[]
  /** An address to ask once, with which the provider wants to know that we listen. */
  confirm?: string
}

/** A provider's report on one recipient of a mail. */
export interface ProviderReport {
  /**
   * - `bounced`: refused, for good or for now, as the codes and the text say
   * - `suppressed`: the provider no longer sends to this address, because mails to it bounced or were reported
   * - `unsent`: not sent for a reason that is not the recipient's, such as a quota
   * - `complained`, `left`: by the recipient
   */
  says: 'bounced' | 'suppressed' | 'unsent' | 'complained' | 'left'
  /** For good or for now, as the provider sees it; null where it says neither. */
  lasting: 'gone' | 'temporary' | null
  /** The id of our mail. */
  mailId: string | null
  email: string | null
  /** The codes and the words of the mail server that has refused it, where they are passed on. */
  status: string | null
  text: string | null
}

/** A provider's transport over its SMTP servers, whose mails name their id in a header with which the provider reports them. */
export function createProviderSmtp(
  {
    host,
    port = 587,
    username,
    secret,
    sender,
    dkim,
  }: {
    host: string
    port?: number
    username: string
  } & Pick<TransportOptions, 'secret' | 'sender' | 'dkim'>,
  headersOf: (mail: Mail) => Record<string, string>,
): MailTransport {
  const login = `${encodeURIComponent(username)}:${encodeURIComponent(secret ?? '')}`
  const url = `smtp://${login}@${host}:${port}?requireTLS=true`
  const transport = createSmtpTransport({ url, dkim, sender })
  return {
    ...transport,
    send: (mail, options) =>
      transport.send({ ...mail, headers: { ...mail.headers, ...headersOf(mail) } }, options),
  }
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** The id of a mail of ours, where this text is one, also as a Message-ID. */
export function mailIdIn(text: unknown): string | null {
  if (typeof text !== 'string' || text.length > 400) return null
  const [local = ''] = text.trim().replace(/^</, '').split('@', 1)
  return UUID.test(local) ? local.toLowerCase() : null
}

/** The address in `Ada <ada@example.org>`. */
export function addressIn(recipient: unknown): string | null {
  if (typeof recipient !== 'string' || recipient.length > 1_000) return null
  const address = (/<([^<>]*)>\s*$/.exec(recipient)?.[1] ?? recipient).trim()
  return address.length <= 255 && /^[\x21-\x7e]+@[\x21-\x7e]+$/.test(address) ? address : null
}

export function parseJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch {
    return null
  }
}
