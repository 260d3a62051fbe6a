import { deliverMail } from '#server/platform/mail/deliver-mail.ts'
import type { JobPayload, JobRun } from '#server/platform/queue/job.ts'
import type { sendSignInLinkJob } from '#server/supabase/auth/jobs/definitions.ts'
import { issueLink, withdrawLink } from '#server/supabase/auth/links/one-time-tokens.ts'
import { signInLinkMail } from '#server/supabase/auth/mails/sign-in-link.tsx'
import type { SupabaseServices } from '#server/supabase/services.ts'

/** Mails a sign-in link to an address, if it belongs to an administrator. */
export async function sendSignInLink(
  deps: SupabaseServices,
  { email }: JobPayload<typeof sendSignInLinkJob>,
  run: JobRun<typeof sendSignInLinkJob>,
): Promise<void> {
  await deliverMail(deps, run, async (transaction) => {
    const link = await issueLink(transaction, { type: 'magiclink', email })
    if (!link) return null
    const content = await signInLinkMail({ siteUrl: deps.siteUrl, askedAt: run.createdAt, ...link })
    return { mail: { ...content, to: link.email }, withdraw: (session) => withdrawLink(session, link.token) }
  })
}
