import { issueLink, withdrawLink } from '#server/auth/links/one-time-tokens.ts'
import { deliverMail } from '#server/jobs/deliver-mail.ts'
import type { JobDeps, JobRun } from '#server/jobs/job-run.ts'
import type { JobPayload } from '#server/jobs/jobs.ts'
import { recoveryMail } from '#server/mail/templates/recovery.tsx'

/** Mails a link for setting a new password to an address, if it belongs to an administrator. */
export async function sendRecoveryMail(
  deps: JobDeps,
  { email }: JobPayload<'send-recovery-mail'>,
  run: JobRun<'send-recovery-mail'>,
): Promise<void> {
  await deliverMail(deps, run, async (transaction) => {
    const link = await issueLink(transaction, { type: 'recovery', email })
    if (!link) return null
    const content = await recoveryMail({ siteUrl: deps.siteUrl, askedAt: run.createdAt, ...link })
    return { mail: { ...content, to: link.email }, withdraw: (session) => withdrawLink(session, link.token) }
  })
}
