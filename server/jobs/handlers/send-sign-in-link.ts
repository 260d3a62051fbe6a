import { issueLink, withdrawLink } from '#server/auth/links/one-time-tokens.ts'
import { deliverMail } from '#server/jobs/deliver-mail.ts'
import type { JobDeps, JobRun } from '#server/jobs/job-run.ts'
import type { JobPayload } from '#server/jobs/jobs.ts'
import { signInLinkMail } from '#server/mail/templates/sign-in-link.tsx'

/** Mails a sign-in link to an address, if it belongs to an administrator. */
export async function sendSignInLink(
  deps: JobDeps,
  { email }: JobPayload<'send-sign-in-link'>,
  run: JobRun<'send-sign-in-link'>,
): Promise<void> {
  await deliverMail(deps, run, async (transaction) => {
    const link = await issueLink(transaction, { type: 'magiclink', email })
    if (!link) return null
    const content = await signInLinkMail({ siteUrl: deps.siteUrl, askedAt: run.createdAt, ...link })
    return { mail: { ...content, to: link.email }, withdraw: (session) => withdrawLink(session, link.token) }
  })
}
