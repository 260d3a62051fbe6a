import type { Language } from '#core/i18n/languages.ts'
import { deliverMail } from '#server/platform/mail/deliver-mail.ts'
import type { JobPayload, JobRun } from '#server/platform/queue/job.ts'
import type {
  sendInvitationJob,
  sendRecoveryMailJob,
  sendSecurityNoticeJob,
  sendSignInLinkJob,
} from '#server/supabase/auth/jobs.ts'
import { issueInvitation, withdrawInvitationToken } from '#server/supabase/auth/links/invitations.ts'
import { issueLink, withdrawLink } from '#server/supabase/auth/links/one-time-tokens.ts'
import {
  invitationMail,
  recoveryMail,
  securityNoticeMail,
  signInLinkMail,
} from '#server/supabase/auth/mails/account-mails.tsx'
import type { SupabaseServices } from '#server/supabase/services.ts'

/** Mails a link for setting a new password to an address, if it belongs to somebody with a role. */
export const sendRecoveryMail = mailsLink<typeof sendRecoveryMailJob>('recovery', recoveryMail)

/** Mails a sign-in link to an address, if it belongs to somebody with a role. */
export const sendSignInLink = mailsLink<typeof sendSignInLinkJob>('magiclink', signInLinkMail)

function mailsLink<Job extends typeof sendRecoveryMailJob | typeof sendSignInLinkJob>(
  type: 'recovery' | 'magiclink',
  compose: typeof recoveryMail,
) {
  return async (deps: SupabaseServices, { email }: JobPayload<Job>, run: JobRun<Job>): Promise<void> => {
    await deliverMail(deps, run, async (transaction) => {
      const link = await issueLink(transaction, { type, email })
      if (!link) return null
      const content = await compose({ siteUrl: deps.siteUrl, askedAt: run.createdAt, ...link })
      return {
        mail: { ...content, to: link.email },
        withdraw: (session) => withdrawLink(session, link.token),
      }
    })
  }
}

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

/** Mails a user what was changed about the account. */
export async function sendSecurityNotice(
  deps: SupabaseServices,
  { userId, event }: JobPayload<typeof sendSecurityNoticeJob>,
  run: JobRun<typeof sendSecurityNoticeJob>,
): Promise<void> {
  await deliverMail(deps, run, async (transaction) => {
    const [user] = await transaction<{ email: string; language: Language }[]>`
      select email, private.mail_language(id) as language from auth.users where id = ${userId} and email is not null`
    if (!user) return null
    const content = await securityNoticeMail({ siteUrl: deps.siteUrl, ...user, event, at: run.createdAt })
    return { mail: { ...content, to: user.email }, withdraw: async () => {} }
  })
}
