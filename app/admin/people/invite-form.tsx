import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { myProfileQuery } from '#app/admin/account/profile-queries.ts'
import { codeOf } from '#app/admin/errors/classify-error.ts'
import { describeError } from '#app/admin/errors/describe-error.ts'
import { EmailField } from '#app/admin/form/account-fields.tsx'
import { DeskForm, FormField, useDeskForm } from '#app/admin/form/desk-form.tsx'
import { SelectControl } from '#app/admin/form/select-control.tsx'
import { t } from '#app/admin/messages.ts'
import { InvitationLink, type StoredInvitation } from '#app/admin/people/invitation-link.tsx'
import { MembershipFields } from '#app/admin/people/membership-fields.tsx'
import { useInvitation } from '#app/admin/people/people-queries.ts'
import { useReviewQuestion } from '#app/admin/people/review-question.tsx'
import { useMember } from '#app/admin/session/use-member.ts'
import { Field } from '#app/components/ui/field.tsx'
import { useToast } from '#app/components/ui/toast.tsx'
import type { Member } from '#core/data/members.ts'
import { invitationInput, type MembershipInput } from '#core/domain/membership-input.ts'
import { LANGUAGES } from '#core/i18n/languages.ts'

type InvitationInput = { email: string; mailLanguage: string } & MembershipInput

/** Invites somebody by e-mail, with a role. */
export function InviteForm({ invitations }: { invitations: readonly Member[] }) {
  const { toast } = useToast()
  const invite = useInvitation()
  const { data: profile } = useQuery(myProfileQuery(useMember().user_id))
  // That of a translator, or of the one who invites, until another is chosen.
  const languageOfMails = ({
    role,
    languages,
    mailLanguage,
  }: Omit<InvitationInput, 'email' | 'permissions'>) =>
    mailLanguage || (role === 'translator' && languages[0]) || profile?.language
  const [stored, setStored] = useState<StoredInvitation | null>(null)
  // A link that was withdrawn or followed does not work any more.
  const isOpen =
    stored !== null && invitations.some(({ email }) => email.toLowerCase() === stored.email.toLowerCase())
  const state = useDeskForm<InvitationInput, InvitationInput>({
    schema: invitationInput,
    initial: { email: '', role: 'editor', languages: [], permissions: [], mailLanguage: '' },
    async submit(invitation) {
      const { email } = invitation
      await review.save()
      const mailId = await invite.mutateAsync({ ...invitation, mailLanguage: languageOfMails(invitation) })
      state.form.reset()
      if (mailId) setStored({ email, mailId })
      else toast({ title: t('ui.success'), description: t('people.invite.done', { email }) })
    },
    placeError: (error) =>
      codeOf(error) === 'PT409' ? null : { field: 'email', message: describeError(error) },
  })
  const { form } = state
  const { errors, isSubmitted } = form.formState
  const values = form.watch()
  const review = useReviewQuestion(values)
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
          value={values}
          errors={errors}
          onChange={(change) => {
            for (const name of ['role', 'languages', 'permissions'] as const)
              if (change[name] !== undefined)
                form.setValue(name, change[name], { shouldValidate: isSubmitted })
          }}
        />
        {review.fields}
        <Field label={t('people.fields.mailLanguage')}>
          {(control) => (
            <SelectControl
              {...control}
              value={languageOfMails(values) ?? ''}
              onChange={({ target }) => form.setValue('mailLanguage', target.value)}
            >
              {LANGUAGES.map(({ code, name }) => (
                <option key={code} value={code}>
                  {name}
                </option>
              ))}
            </SelectControl>
          )}
        </Field>
      </DeskForm>
      {isOpen && (
        <div className="mt-6">
          <InvitationLink {...stored} />
        </div>
      )}
    </>
  )
}
