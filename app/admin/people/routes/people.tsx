import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { codeOf } from '#app/admin/kit/errors/classify-error.ts'
import { describeError } from '#app/admin/kit/errors/describe-error.ts'
import { EmailField } from '#app/admin/kit/form/account-fields.tsx'
import { DeskForm, FormField, useDeskForm } from '#app/admin/kit/form/desk-form.tsx'
import { SelectControl } from '#app/admin/kit/form/select-control.tsx'
import { t } from '#app/admin/kit/messages.ts'
import { QueryView } from '#app/admin/kit/query/query-view.tsx'
import { useDeskMutation } from '#app/admin/kit/query/use-desk-mutation.ts'
import { useMember } from '#app/admin/kit/session/member.tsx'
import { ListSkeleton } from '#app/admin/kit/ui/list-pager.tsx'
import { Announcement } from '#app/admin/kit/ui/notice.tsx'
import { PageSection } from '#app/admin/kit/ui/page-section.tsx'
import { myProfileQuery } from '#app/admin/people/account/account-queries.ts'
import { InvitationLink, InvitationList, type StoredInvitation } from '#app/admin/people/invitation-list.tsx'
import { Checkboxes, MembershipFields, useReviewQuestion } from '#app/admin/people/membership-fields.tsx'
import { OrphanedCopies } from '#app/admin/people/orphaned-copies.tsx'
import { PeopleList } from '#app/admin/people/people-list.tsx'
import {
  isActive,
  membersQuery,
  orphanedCopiesQuery,
  PEOPLE_KEY,
  secondFactorRolesQuery,
  useInvitation,
} from '#app/admin/people/people-queries.ts'
import { Field } from '#app/components/ui/field.tsx'
import { useToast } from '#app/components/ui/toast.tsx'
import { type Member, setSecondFactorRoles } from '#core/data/members.ts'
import { invitationInput, type MembershipInput } from '#core/domain/membership-input.ts'
import { factsOfRole, hasRight, ROLES, type Role } from '#core/domain/role.ts'
import { LANGUAGES } from '#core/i18n/languages.ts'

export default function People() {
  const members = useQuery(membersQuery)
  const { data: orphans = [] } = useQuery(orphanedCopiesQuery())
  const invitations = members.data?.filter((member) => !isActive(member)) ?? []
  return (
    <>
      <h1 className="mb-8 font-display font-medium text-title-lg">{t('people.title')}</h1>
      <PageSection id="people" title={t('people.list.title')} intro={t('people.list.intro')}>
        <QueryView query={members} what={t('people.list.what')} pending={<ListSkeleton rows={3} />}>
          {(rows) => <PeopleList members={rows.filter(isActive)} />}
        </QueryView>
      </PageSection>
      <PageSection id="invite" title={t('people.invite.title')} intro={t('people.invite.intro')}>
        {invitations.length > 0 && <InvitationList invitations={invitations} />}
        <InviteForm invitations={invitations} />
      </PageSection>
      <SecondFactorSection />
      {orphans.length > 0 && (
        <PageSection id="unsaved-texts" title={t('people.orphans.title')} intro={t('people.orphans.intro')}>
          <OrphanedCopies copies={orphans} />
        </PageSection>
      )}
    </>
  )
}

/** Of which roles a second factor is demanded. */
function SecondFactorSection() {
  const roles = useQuery(secondFactorRolesQuery)
  const [problem, setProblem] = useState('')
  const save = useDeskMutation({
    run: setSecondFactorRoles,
    done: t('people.factors.done'),
    failed: setProblem,
    invalidates: [PEOPLE_KEY],
  })

  function choose(next: Role[]) {
    if (save.isPending) return
    setProblem('')
    void save.attempt(next)
  }

  return (
    <PageSection id="second-factor" title={t('people.factors.title')} intro={t('people.factors.intro')}>
      <QueryView query={roles} what={t('people.factors.title')} pending={<ListSkeleton rows={1} />}>
        {(chosen) => (
          <Checkboxes
            legend={t('people.factors.legend')}
            choices={ROLES.map((role) => [role, factsOfRole(role).name])}
            chosen={save.isPending ? save.variables : chosen}
            onChange={choose}
            error={problem || undefined}
          />
        )}
      </QueryView>
      <Announcement urgent>{problem}</Announcement>
    </PageSection>
  )
}

type InvitationInput = { email: string; mailLanguage: string } & MembershipInput

/** Invites somebody by e-mail, with a role. */
function InviteForm({ invitations }: { invitations: readonly Member[] }) {
  const { toast } = useToast()
  const invite = useInvitation()
  const { data: profile } = useQuery(myProfileQuery(useMember().user_id))
  // The language of a translator, or of the one who invites, until another is chosen.
  const languageOfMails = ({
    role,
    languages,
    mailLanguage,
  }: Omit<InvitationInput, 'email' | 'permissions'>) =>
    mailLanguage || (hasRight({ role }, 'own_languages') && languages[0]) || profile?.language
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
