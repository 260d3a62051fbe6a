import type { Session } from '#server/platform/database/connection.ts'
import { HELD_SITE } from '#server/platform/queue/job.ts'

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
