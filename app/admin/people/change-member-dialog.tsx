import { useState } from 'react'
import { Refusal } from '#app/admin/kit/errors/classify-error.ts'
import { useDeskForm } from '#app/admin/kit/form/desk-form.tsx'
import { FormDialog } from '#app/admin/kit/form/form-dialog.tsx'
import { t } from '#app/admin/kit/messages.ts'
import { useDeskMutation } from '#app/admin/kit/query/use-desk-mutation.ts'
import { HeirField } from '#app/admin/people/heir-field.tsx'
import { MembershipFields, useReviewQuestion } from '#app/admin/people/membership-fields.tsx'
import { describeRole, PEOPLE_KEY } from '#app/admin/people/people-queries.ts'
import { useToast } from '#app/components/ui/toast.tsx'
import { changeInvitation, changeMember, type Member, type MemberOutcome } from '#core/data/members.ts'
import { type MembershipInput, membershipInput } from '#core/domain/membership-input.ts'
import type { Membership } from '#core/domain/role.ts'

interface ChangeMemberDialogProps {
  /** Somebody who has a role, or is invited. */
  member: Member
  onClose: () => void
}

type Change = Membership & { heir: string }

/** Changes the role, the languages and the permissions of a person, or what an invited one becomes. */
export function ChangeMemberDialog({ member, onClose }: ChangeMemberDialogProps) {
  const { toast } = useToast()
  const [heir, setHeir] = useState('')
  const [articlesLeft, setArticlesLeft] = useState(0)
  const change = useDeskMutation({
    async run(client, { heir, ...membership }: Change): Promise<MemberOutcome> {
      if (member.user_id === null) {
        await changeInvitation(client, { email: member.email, ...membership })
        return { outcome: 'done' }
      }
      return changeMember(client, { userId: member.user_id, ...membership, ...(heir && { heir }) })
    },
    invalidates: [PEOPLE_KEY],
  })
  const state = useDeskForm<MembershipInput, Membership>({
    schema: membershipInput,
    initial: { role: member.role, languages: member.languages, permissions: member.permissions },
    async submit(membership) {
      const answer = await change.mutateAsync({ ...membership, heir })
      if (answer.outcome === 'needs_heir') return setArticlesLeft(answer.articles)
      if (answer.outcome === 'last_administrator') throw new Refusal(answer.outcome)
      await review.save()
      toast({
        title: t('ui.success'),
        description: t('people.change.done', { name: member.name, role: describeRole(membership) }),
      })
      onClose()
    },
  })
  const { form } = state
  const review = useReviewQuestion(form.watch())
  const { errors, isSubmitted } = form.formState
  return (
    <FormDialog
      title={t('people.change.title', { name: member.name })}
      width="list"
      state={state}
      action={t('people.change.action')}
      onClose={onClose}
    >
      <MembershipFields
        value={form.watch()}
        errors={errors}
        onChange={(values) => {
          setArticlesLeft(0)
          for (const name of ['role', 'languages', 'permissions'] as const)
            if (values[name] !== undefined)
              form.setValue(name, values[name], { shouldValidate: isSubmitted, shouldDirty: true })
        }}
      />
      {review.fields}
      {articlesLeft > 0 && (
        <HeirField member={member} articles={articlesLeft} value={heir} onChange={setHeir} />
      )}
    </FormDialog>
  )
}
