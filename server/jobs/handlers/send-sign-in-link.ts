import { issueLink, withdrawLink } from '#server/auth/links/one-time-tokens.ts'
import { deliverMail } from '#server/jobs/deliver-mail.ts'
import type { JobDeps, JobRun } from '#server/jobs/handlers.ts'
import type { JobPayload } from '#server/jobs/jobs.ts'
import { signInLinkMail } from '#server/mail/templates/sign-in-link.tsx'

/** Mails a link to sign in by to an address, if it is an administrator's. */
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
