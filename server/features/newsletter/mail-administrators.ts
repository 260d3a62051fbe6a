import { sendNewsletterNoticeJob } from '#server/features/newsletter/jobs/definitions.ts'
import type { NewsletterNotice } from '#server/features/newsletter/mails/newsletter-notices.ts'
import type { Session } from '#server/platform/database/connection.ts'
import type { JobQueue } from '#server/platform/queue/job-queue.ts'

/** Has every administrator mailed about an issue, once the transaction commits. */
export async function mailAdministratorsLater(
  queue: JobQueue,
  transaction: Session,
  { issueId, event }: { issueId: string; event: NewsletterNotice },
): Promise<void> {
  const administrators = await transaction<{ userId: string }[]>`
    select distinct user_id as "userId" from public.user_roles
    join auth.users on users.id = user_id
    where user_roles.role = 'admin' and email is not null and (banned_until is null or banned_until <= now())`
  for (const { userId } of administrators)
    await queue.enqueue(sendNewsletterNoticeJob, { userId, issueId, event }, { transaction })
}
