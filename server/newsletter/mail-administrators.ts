import type { Session } from '#server/database/connection.ts'
import type { JobQueue } from '#server/jobs/job-queue.ts'
import type { NewsletterNotice } from '#server/mail/newsletter-notices.ts'

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
    await queue.enqueue('send-newsletter-notice', { userId, issueId, event }, { transaction })
}
