import { mailLeaves } from '#core/domain/mail.ts'
import type { Session } from '#server/platform/database/connection.ts'
import type { MailTransport } from '#server/platform/mail/mail.ts'
import { HELD_SITE } from '#server/platform/queue/job.ts'

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

const UNANSWERED =
  'This issue may have been sent after the backup was made from which the site was restored. Say first whether it was.'

/** Tells why a restored site does not send an issue, as a sentence for anyone who asks; null when it does. */
export async function refuseRestored(session: Session, issueId: string): Promise<string | null> {
  const [row] = await session<[{ isHeld: boolean; mayHaveLeft: boolean }]>`
    select private.is_held() as "isHeld", coalesce(
      (select may_have_left from public.newsletter_issues where id = ${issueId}), false) as "mayHaveLeft"`
  if (row.isHeld) return HELD_SITE
  return row.mayHaveLeft ? UNANSWERED : null
}
