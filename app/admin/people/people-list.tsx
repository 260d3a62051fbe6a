import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Refusal } from '#app/admin/errors/classify-error.ts'
import { describeError } from '#app/admin/errors/describe-error.ts'
import { EmailField } from '#app/admin/form/account-fields.tsx'
import { DeskForm, FormField, useDeskForm } from '#app/admin/form/desk-form.tsx'
import { t } from '#app/admin/messages.ts'
import { InvitationLink, type StoredInvitation } from '#app/admin/people/invitation-link.tsx'
import { ADMINISTRATORS_KEY, administratorsQuery, useInvitation } from '#app/admin/people/people-queries.ts'
import { useDeskMutation } from '#app/admin/query/use-desk-mutation.ts'
import { useDesk } from '#app/admin/session/use-desk-session.ts'
import { ConfirmDialog } from '#app/admin/ui/confirm-dialog.tsx'
import { FilledMessage } from '#app/admin/ui/filled-message.tsx'
import { LocalTime } from '#app/admin/ui/local-time.tsx'
import { Badge } from '#app/components/ui/badge.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { useToast } from '#app/components/ui/toast.tsx'
import { type Member, removeMember, withdrawInvitation } from '#core/data/members.ts'
import { emailInput } from '#core/domain/account.ts'

/** All administrators and invitations. `ownEmail` is the address of the signed-in administrator. */
export function AdministratorList({
  administrators,
  ownEmail,
}: {
  administrators: Member[]
  ownEmail: string
}) {
  const [asked, setAsked] = useState<Member | null>(null)
  const [stored, setStored] = useState<StoredInvitation | null>(null)
  const list = useRef<HTMLUListElement>(null)
  const { toast } = useToast()
  const { endSession } = useDesk()
  const withdraw = useDeskMutation({ run: withdrawInvitation, invalidates: [ADMINISTRATORS_KEY] })
  const remove = useDeskMutation({
    async run(client, userId: string) {
      const { outcome } = await removeMember(client, { userId })
      if (outcome === 'last_administrator') throw new Refusal(outcome)
    },
    invalidates: [ADMINISTRATORS_KEY],
  })
  const invite = useInvitation()

  async function revoke({ user_id, email }: Member) {
    if (user_id === null) {
      await withdraw.mutateAsync(email)
      toast({ title: t('ui.success'), description: t('people.withdraw.done', { email }) })
    } else {
      await remove.mutateAsync(user_id)
      toast({ title: t('ui.success'), description: t('people.remove.done', { email }) })
      if (email === ownEmail) await endSession()
    }
  }

  async function inviteAgain(email: string) {
    try {
      const mailId = await invite.mutateAsync(email)
      if (mailId) setStored({ email, mailId })
      else toast({ title: t('ui.success'), description: t('people.sendAgain.done', { email }) })
    } catch (error) {
      toast({ title: t('ui.error'), description: describeError(error), variant: 'destructive' })
    }
  }

  return (
    <>
      <ul ref={list} tabIndex={-1} aria-labelledby="administrators" className="divide-y divide-line">
        {administrators.map((administrator) => {
          const { email, status } = administrator
          return (
            <li
              key={email}
              className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-4 first:pt-0"
            >
              <Description administrator={administrator} isSelf={email === ownEmail} />
              <div className="flex gap-2">
                {status === 'invited' && (
                  <Button
                    variant="secondary"
                    size="sm"
                    aria-label={t('people.sendAgain.label', { email })}
                    onClick={() => void inviteAgain(email)}
                  >
                    {t('people.sendAgain.action')}
                  </Button>
                )}
                <Button
                  variant="secondary"
                  size="sm"
                  aria-label={t(revocationMessages(administrator).label, { email })}
                  onClick={() => setAsked(administrator)}
                >
                  {t(revocationMessages(administrator).action)}
                </Button>
              </div>
              {stored?.email === email && status === 'invited' && (
                <div className="basis-full">
                  <InvitationLink {...stored} />
                </div>
              )}
            </li>
          )
        })}
      </ul>
      {asked && (
        <ConfirmDialog
          title={t(revocationMessages(asked).title)}
          action={t(revocationMessages(asked).action)}
          onConfirm={() => revoke(asked)}
          onClose={() => setAsked(null)}
          focusAfter={list}
        >
          <p className="break-words">{describeRemoval(asked, ownEmail)}</p>
        </ConfirmDialog>
      )}
    </>
  )
}

function Description({ administrator, isSelf }: { administrator: Member; isSelf: boolean }) {
  const { email, status, created_at, last_sign_in_at, has_factor } = administrator
  return (
    <div className="min-w-0">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium text-sm">
        <span className="min-w-0 break-all">{email}</span>
        {isSelf && <Badge tone="green">{t('people.you')}</Badge>}
        {status === 'invited' && <Badge tone="orange">{t('people.invited')}</Badge>}
      </p>
      <p className="mt-1 flex flex-wrap gap-x-4 gap-y-0.5 text-faint text-sm">
        {status === 'invited' ? (
          <span>
            <FilledMessage
              text={t('people.invitedAt')}
              values={{ time: <LocalTime iso={created_at} precision="minute" /> }}
            />
          </span>
        ) : (
          <>
            <span>{t(has_factor ? 'people.withFactor' : 'people.withoutFactor')}</span>
            <span>
              {last_sign_in_at ? (
                <FilledMessage
                  text={t('people.lastSignIn')}
                  values={{ time: <LocalTime iso={last_sign_in_at} precision="minute" /> }}
                />
              ) : (
                t('people.neverSignedIn')
              )}
            </span>
          </>
        )}
      </p>
    </div>
  )
}

/** The messages for what ends an invitation, or the rights of an administrator. */
function revocationMessages({ status }: Member) {
  return status === 'invited' ? WITHDRAWAL : REMOVAL
}

const WITHDRAWAL = {
  label: 'people.withdraw.label',
  title: 'people.withdraw.title',
  action: 'people.withdraw.action',
} as const
const REMOVAL = {
  label: 'people.remove.label',
  title: 'people.remove.title',
  action: 'people.remove.action',
} as const

function describeRemoval({ email, status }: Member, ownEmail: string): string {
  if (status === 'invited') return t('people.withdraw.warning', { email })
  if (email === ownEmail) return t('people.remove.warningSelf')
  return t('people.remove.warning', { email })
}

/** Invites a new administrator by e-mail. */
export function InviteForm() {
  const { toast } = useToast()
  const invite = useInvitation()
  const [stored, setStored] = useState<StoredInvitation | null>(null)
  const { data: administrators = [] } = useQuery(administratorsQuery)
  // A link that was withdrawn or followed does not work any more.
  const isOpen =
    stored !== null &&
    administrators.some(
      ({ email, status }) => status === 'invited' && email.toLowerCase() === stored.email.toLowerCase(),
    )
  const state = useDeskForm({
    schema: emailInput,
    initial: { email: '' },
    async submit({ email }) {
      const mailId = await invite.mutateAsync(email)
      state.form.reset()
      if (mailId) setStored({ email, mailId })
      else toast({ title: t('ui.success'), description: t('people.invite.done', { email }) })
    },
    placeError: (error) => ({ field: 'email', message: describeError(error) }),
  })

  return (
    <>
      <DeskForm
        state={state}
        action={t('people.invite.action')}
        busyAction={t('people.invite.busy')}
        className="max-w-md"
      >
        <FormField state={state} name="email" label={t('form.email')} autoComplete="off" as={EmailField} />
      </DeskForm>
      {isOpen && (
        <div className="mt-6">
          <InvitationLink {...stored} />
        </div>
      )}
    </>
  )
}
