import { deliverMail } from '#server/platform/mail/deliver-mail.ts'
import type { JobPayload, JobRun } from '#server/platform/queue/job.ts'
import type { sendInvitationJob } from '#server/supabase/auth/jobs/definitions.ts'
import { issueInvitation, withdrawInvitationToken } from '#server/supabase/auth/links/invitations.ts'
import { invitationMail } from '#server/supabase/auth/mails/invitation.tsx'
import type { SupabaseServices } from '#server/supabase/services.ts'

/** Mails an invitation, unless it has been withdrawn or replaced. */
export async function sendInvitation(
  deps: SupabaseServices,
  { invitationId }: JobPayload<typeof sendInvitationJob>,
  run: JobRun<typeof sendInvitationJob>,
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
