import { deliverMail } from '#server/jobs/deliver-mail.ts'
import type { JobDeps, JobRun } from '#server/jobs/job-run.ts'
import type { JobPayload } from '#server/jobs/jobs.ts'
import { securityNoticeMail } from '#server/mail/templates/security-notice.tsx'

/** Mails a user what was changed about the account. */
export async function sendSecurityNotice(
  deps: JobDeps,
  { userId, event }: JobPayload<'send-security-notice'>,
  run: JobRun<'send-security-notice'>,
): Promise<void> {
  await deliverMail(deps, run, async (transaction) => {
    const [user] = await transaction<{ email: string }[]>`
      select email from auth.users where id = ${userId} and email is not null`
    if (!user) return null
    const { email } = user
    const content = await securityNoticeMail({ siteUrl: deps.siteUrl, email, event, at: run.createdAt })
    return { mail: { ...content, to: email }, withdraw: async () => {} }
  })
}
