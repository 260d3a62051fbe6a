import { deliverMail } from '#server/platform/mail/deliver-mail.ts'
import type { JobPayload, JobRun } from '#server/platform/queue/job.ts'
import type { sendRecoveryMailJob } from '#server/supabase/auth/jobs/definitions.ts'
import { issueLink, withdrawLink } from '#server/supabase/auth/links/one-time-tokens.ts'
import { recoveryMail } from '#server/supabase/auth/mails/recovery.tsx'
import type { SupabaseServices } from '#server/supabase/services.ts'

/** Mails a link for setting a new password to an address, if it belongs to an administrator. */
export async function sendRecoveryMail(
  deps: SupabaseServices,
  { email }: JobPayload<typeof sendRecoveryMailJob>,
  run: JobRun<typeof sendRecoveryMailJob>,
): Promise<void> {
  await deliverMail(deps, run, async (transaction) => {
    const link = await issueLink(transaction, { type: 'recovery', email })
    if (!link) return null
    const content = await recoveryMail({ siteUrl: deps.siteUrl, askedAt: run.createdAt, ...link })
    return { mail: { ...content, to: link.email }, withdraw: (session) => withdrawLink(session, link.token) }
  })
}
