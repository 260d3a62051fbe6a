import { deliverMail } from '#server/platform/mail/deliver-mail.ts'
import type { JobPayload, JobRun } from '#server/platform/queue/job.ts'
import type { sendSecurityNoticeJob } from '#server/supabase/auth/jobs/definitions.ts'
import { securityNoticeMail } from '#server/supabase/auth/mails/security-notice.tsx'
import type { SupabaseServices } from '#server/supabase/services.ts'

/** Mails a user what was changed about the account. */
export async function sendSecurityNotice(
  deps: SupabaseServices,
  { userId, event }: JobPayload<typeof sendSecurityNoticeJob>,
  run: JobRun<typeof sendSecurityNoticeJob>,
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
