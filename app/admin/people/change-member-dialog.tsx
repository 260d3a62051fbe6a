import { useState } from 'react'
import { Refusal } from '#app/admin/kit/errors/classify-error.ts'
import { useDeskForm } from '#app/admin/kit/form/desk-form.tsx'
import { FormDialog } from '#app/admin/kit/form/form-dialog.tsx'
import { SelectControl } from '#app/admin/kit/form/select-control.tsx'
import { t } from '#app/admin/kit/messages.ts'
import { useColleagues } from '#app/admin/kit/query/colleagues.ts'
import { useDeskMutation } from '#app/admin/kit/query/use-desk-mutation.ts'
import { MembershipFields, useReviewQuestion } from '#app/admin/people/membership-fields.tsx'
import { describeRole, PEOPLE_KEY } from '#app/admin/people/people-queries.ts'
import { Field } from '#app/components/ui/field.tsx'
import { useToast } from '#app/components/ui/toast.tsx'
import { changeInvitation, changeMember, type Member, type MemberOutcome } from '#core/data/members.ts'
import { canHaveArticle } from '#core/domain/handover.ts'
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

interface HeirFieldProps {
  /** The member to whom the articles belong. */
  member: Member
  /** The number of articles. */
  articles: number
  value: string
  onChange: (heir: string) => void
}

/** The field appears after the button that needs it was pressed. */
const focusAtOnce = (field: HTMLSelectElement | null) => field?.focus()

/** Asks who takes over the articles of somebody who leaves. */
export function HeirField({ member, articles, value, onChange }: HeirFieldProps) {
  const heirs = useColleagues().filter(
    ({ user_id, role }) => user_id !== member.user_id && canHaveArticle(role, 'draft'),
  )
  if (heirs.length === 0) return <p>{t('people.heir.none', { name: member.name, count: articles })}</p>
  return (
    <Field
      label={t('people.heir.label')}
      hint={t('people.heir.hint', { name: member.name, count: articles })}
      error={value ? undefined : t('people.heir.missing')}
    >
      {(control) => (
        <SelectControl
          {...control}
          ref={focusAtOnce}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        >
          <option value="">{t('people.heir.nobody')}</option>
          {heirs.map(({ user_id, name }) => (
            <option key={user_id} value={user_id}>
              {name}
            </option>
          ))}
        </SelectControl>
      )}
    </Field>
  )
}
