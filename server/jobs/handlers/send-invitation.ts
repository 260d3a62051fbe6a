import { issueInvitation, withdrawInvitationToken } from '#server/auth/links/invitations.ts'
import { deliverMail } from '#server/jobs/deliver-mail.ts'
import type { JobDeps, JobRun } from '#server/jobs/job-run.ts'
import type { JobPayload } from '#server/jobs/jobs.ts'
import { invitationMail } from '#server/mail/templates/invitation.tsx'

/** Mails an invitation, unless it has been withdrawn or replaced. */
export async function sendInvitation(
  deps: JobDeps,
  { invitationId }: JobPayload<'send-invitation'>,
  run: JobRun<'send-invitation'>,
): Promise<void> {
  await deliverMail(deps, run, async (transaction) => {
    const invitation = await issueInvitation(transaction, invitationId)
    if (!invitation) return null
    const content = await invitationMail({ siteUrl: deps.siteUrl, ...invitation })
    return {
      mail: { ...content, to: invitation.email },
      withdraw: (session) => withdrawInvitationToken(session, invitation.token),
    }
  })
}
