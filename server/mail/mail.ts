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
}

/** A way to send mail. */
export interface MailTransport {
  /** Where mail goes, printed when the site starts. */
  readonly description: string
  messageId(id: string): string
  /**
   * Resolves once the next system has taken responsibility for the mail.
   * @throws MailError
   */
  send(mail: Mail, options?: SendOptions): Promise<void>
  close(): Promise<void>
}

/**
 * - `temporary`: not taken, may be taken later
 * - `permanent`: this mail to this address will never be taken
 * - `uncertain`: it may have been taken; sending it again could deliver it twice
 */
export type MailErrorKind = 'temporary' | 'permanent' | 'uncertain'

export class MailError extends Error {
  override name = 'MailError'
  readonly kind: MailErrorKind

  constructor(kind: MailErrorKind, message: string, options?: ErrorOptions) {
    super(message, options)
    this.kind = kind
  }
}
