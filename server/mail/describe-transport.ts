import type { MailTransport } from '#server/mail/mail.ts'

/** What the desk says of the way in which mail leaves. */
export interface TransportDescription {
  kind: MailTransport['kind']
  /** Without a password or a key. */
  description: string
  /** Whether mail reaches anybody: the outbox only keeps it. */
  delivers: boolean
  hasResendKey: boolean
}

export function describeTransport({
  kind,
  description,
}: Pick<MailTransport, 'kind' | 'description'>): TransportDescription {
  // The configuration refuses a key beside another transport.
  return { kind, description, delivers: kind !== 'outbox', hasResendKey: kind === 'resend' }
}
