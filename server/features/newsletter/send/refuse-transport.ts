import { mailLeaves } from '#core/domain/mail.ts'
import type { MailTransport } from '#server/platform/mail/mail.ts'

export const NO_TRANSPORT =
  'No mail leaves this site, so nobody would get the newsletter. Set up mail in Settings → Mail, or send it into the outbox on purpose (intoOutbox: true).'
const MAIL_LEAVES =
  'The newsletter was to stay in the outbox, but mail leaves this site now. Look at it and approve it again to send it to the subscribers.'
export const STAYS_IN_OUTBOX =
  'Messages of this newsletter are in the outbox, and what stayed there never leaves. Cancel the rest; what subscribers are to get is a new issue.'

/**
 * Tells why an issue cannot be sent by a transport, as a sentence for the administrator; null when it can. One that is meant for the outbox
 * never leaves, and one that is meant for its subscribers does not stay.
 */
export function refuseTransport(
  transport: Pick<MailTransport, 'kind'>,
  { intoOutbox, isBegun }: { intoOutbox: boolean; isBegun: boolean },
): string | null {
  if (intoOutbox !== mailLeaves(transport)) return null
  if (!intoOutbox) return NO_TRANSPORT
  return isBegun ? STAYS_IN_OUTBOX : MAIL_LEAVES
}
