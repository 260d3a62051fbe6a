import { useState } from 'react'
import { describeError } from '#app/admin/errors/describe-error.ts'
import { EmailField } from '#app/admin/form/account-fields.tsx'
import { DeskForm, FormField, useDeskForm } from '#app/admin/form/desk-form.tsx'
import { t } from '#app/admin/messages.ts'
import { InvitationLink, type StoredInvitation } from '#app/admin/people/invitation-link.tsx'
import { MembershipFields } from '#app/admin/people/membership-fields.tsx'
import { useInvitation } from '#app/admin/people/people-queries.ts'
import { useToast } from '#app/components/ui/toast.tsx'
import type { Member } from '#core/data/members.ts'
import { invitationInput, type MembershipInput } from '#core/domain/membership-input.ts'
import type { Membership } from '#core/domain/role.ts'

type Invitation = { email: string } & MembershipInput

/** Invites somebody by e-mail, with a role. */
export function InviteForm({ invitations }: { invitations: readonly Member[] }) {
  const { toast } = useToast()
  const invite = useInvitation()
  const [stored, setStored] = useState<StoredInvitation | null>(null)
  // A link that was withdrawn or followed does not work any more.
  const isOpen =
    stored !== null && invitations.some(({ email }) => email.toLowerCase() === stored.email.toLowerCase())
  const state = useDeskForm<Invitation, Membership & { email: string }>({
    schema: invitationInput,
    initial: { email: '', role: 'editor', languages: [], permissions: [] },
    async submit(invitation) {
      const { email } = invitation
      const mailId = await invite.mutateAsync(invitation)
      state.form.reset()
      if (mailId) setStored({ email, mailId })
      else toast({ title: t('ui.success'), description: t('people.invite.done', { email }) })
    },
    placeError: (error) => ({ field: 'email', message: describeError(error) }),
  })
  const { form } = state
  const { errors, isSubmitted } = form.formState
  return (
    <>
      <DeskForm
        state={state}
        action={t('people.invite.action')}
        busyAction={t('people.invite.busy')}
        className="max-w-md"
      >
        <FormField state={state} name="email" label={t('form.email')} autoComplete="off" as={EmailField} />
        <MembershipFields
          value={form.watch()}
          errors={errors}
          onChange={(values) => {
            for (const name of ['role', 'languages', 'permissions'] as const)
              if (values[name] !== undefined)
                form.setValue(name, values[name], { shouldValidate: isSubmitted })
          }}
        />
      </DeskForm>
      {isOpen && (
        <div className="mt-6">
          <InvitationLink {...stored} />
        </div>
      )}
    </>
  )
}
