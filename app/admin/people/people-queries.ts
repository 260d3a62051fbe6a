import { Refusal } from '#app/admin/kit/errors/classify-error.ts'
import { t } from '#app/admin/kit/messages.ts'
import { deskQuery } from '#app/admin/kit/query/desk-query.ts'
import { type DeskMutationOptions, useDeskMutation } from '#app/admin/kit/query/use-desk-mutation.ts'
import { listLanguages } from '#app/admin/kit/ui/format.ts'
import {
  type InviteOutcome,
  inviteMember,
  listMembers,
  listSecondFactorRoles,
  type Member,
} from '#core/data/members.ts'
import { listOrphanedCopies } from '#core/data/working-copies.ts'
import {
  factsOfRole,
  hasRight,
  type Invitation,
  type Membership,
  type Permission,
} from '#core/domain/role.ts'

export const PEOPLE_KEY = ['people']
export const ORPHANED_COPIES_KEY = [...PEOPLE_KEY, 'orphaned-copies']

/** Everybody who has a role or is invited. */
export const membersQuery = deskQuery([...PEOPLE_KEY, 'members'], listMembers, {
  live: ['profiles', 'user_roles'],
  refuses: true,
})

export const secondFactorRolesQuery = deskQuery(
  [...PEOPLE_KEY, 'second-factor-roles'],
  listSecondFactorRoles,
  {
    refuses: true,
  },
)

/** The unsaved texts of people who may not save them any more, of one article or of all. */
export const orphanedCopiesQuery = (articleId?: string) =>
  deskQuery([...ORPHANED_COPIES_KEY, articleId ?? 'all'], (client) => listOrphanedCopies(client, articleId), {
    live: ['articles', 'article_workflow', 'user_roles'],
    isCalm: true,
    refuses: true,
  })

/** Somebody who has a role. */
export type ActiveMember = Member & { user_id: string }

export const isActive = (member: Member): member is ActiveMember => member.user_id !== null

/** The error code of each outcome; describe-error.ts has the sentence for each code. */
const CODES = {
  invalid: 'invalid_email',
  already_member: 'already_member',
  too_many: 'over_request_rate_limit',
  not_allowed: '42501',
  failed: 'invitation_failed',
} as const satisfies Record<Exclude<InviteOutcome, 'invited'>, string>

/** Invites somebody by e-mail address, or sends the invitation again. Returns the id of its mail where that stays in the outbox. */
export function useInvitation(options: Pick<DeskMutationOptions<Invitation, string | null>, 'done'> = {}) {
  return useDeskMutation({
    async run(client, invitation: Invitation) {
      const { outcome, mailId } = await inviteMember(client, invitation)
      if (outcome !== 'invited') throw new Refusal(CODES[outcome])
      return mailId
    },
    invalidates: [PEOPLE_KEY],
    ...options,
  })
}

export const PERMISSION_NAMES: Record<Permission, string> = {
  publish: t('people.permission.publish'),
  send: t('people.permission.send'),
  addresses: t('people.permission.addresses'),
}

/** 'Translator (French and German), may publish their translations' */
export function describeRole({ role, languages, permissions }: Membership): string {
  const name = hasRight({ role }, 'own_languages')
    ? t('people.role.of', { role: factsOfRole(role).name, languages: listLanguages(languages) })
    : factsOfRole(role).name
  return [name, ...permissions.map((permission) => PERMISSION_NAMES[permission])].join(', ')
}
