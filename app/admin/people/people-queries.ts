import { Refusal } from '#app/admin/errors/classify-error.ts'
import { deskQuery } from '#app/admin/query/desk-query.ts'
import { useDeskMutation } from '#app/admin/query/use-desk-mutation.ts'
import { type InviteOutcome, inviteMember, listMembers } from '#core/data/members.ts'

export const ADMINISTRATORS_KEY = ['administrators']

export const administratorsQuery = deskQuery(ADMINISTRATORS_KEY, listMembers, { live: ['user_roles'] })

/** The error code of each outcome; describe-error.ts has the sentence for each code. */
const CODES = {
  invalid: 'invalid_email',
  already_member: 'already_administrator',
  too_many: 'over_request_rate_limit',
  not_allowed: '42501',
  failed: 'invitation_failed',
} as const satisfies Record<Exclude<InviteOutcome, 'invited'>, string>

/** Invites an administrator by e-mail address, or sends the invitation again. Returns the id of its mail where that stays in the outbox. */
export function useInvitation() {
  return useDeskMutation({
    async run(client, email: string) {
      const { outcome, mailId } = await inviteMember(client, {
        email,
        role: 'admin',
        languages: [],
        permissions: [],
      })
      if (outcome !== 'invited') throw new Refusal(CODES[outcome])
      return mailId
    },
    invalidates: [ADMINISTRATORS_KEY],
  })
}
