import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { t } from '#app/admin/kit/messages.ts'
import { useDeskMutation } from '#app/admin/kit/query/use-desk-mutation.ts'
import { CopyField } from '#app/admin/kit/ui/copy-button.tsx'
import { LocalTime } from '#app/admin/kit/ui/local-time.tsx'
import { ConfirmDialog } from '#app/admin/kit/ui/modal-dialog.tsx'
import { FilledMessage, Notice } from '#app/admin/kit/ui/notice.tsx'
import { mailQuery } from '#app/admin/mail/mail-queries.ts'
import { findDeskLink } from '#app/admin/mail/outbox/split-links.ts'
import { ChangeMemberDialog } from '#app/admin/people/change-member-dialog.tsx'
import { describeRole, PEOPLE_KEY, useInvitation } from '#app/admin/people/people-queries.ts'
import { Badge } from '#app/components/ui/badge.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { useToast } from '#app/components/ui/toast.tsx'
import { type Member, withdrawInvitation } from '#core/data/members.ts'

/** Everybody who is invited, and what they become. */
export function InvitationList({ invitations }: { invitations: readonly Member[] }) {
  const [changed, setChanged] = useState<Member | null>(null)
  const [withdrawn, setWithdrawn] = useState<Member | null>(null)
  const [stored, setStored] = useState<StoredInvitation | null>(null)
  const list = useRef<HTMLUListElement>(null)
  const { toast } = useToast()
  const invite = useInvitation({
    done(mailId, { email }) {
      if (!mailId) return t('people.sendAgain.done', { email })
      setStored({ email, mailId })
    },
  })
  const withdraw = useDeskMutation({ run: withdrawInvitation, invalidates: [PEOPLE_KEY] })

  return (
    <>
      <ul
        ref={list}
        tabIndex={-1}
        aria-label={t('people.invitations')}
        className="mb-8 divide-y divide-line border-line border-b"
      >
        {invitations.map((invitation) => {
          const { email, role, languages, permissions, created_at } = invitation
          return (
            <li
              key={email}
              className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 py-4 first:pt-0"
            >
              <div className="min-w-0 grow basis-64 text-sm">
                <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium">
                  <span className="min-w-0 break-all">{email}</span>
                  <Badge tone="orange">{t('people.invited')}</Badge>
                </p>
                <p className="mt-1">{describeRole(invitation)}</p>
                <p className="mt-1 text-faint">
                  <FilledMessage
                    text={t('people.invitedAt')}
                    values={{ time: <LocalTime iso={created_at} precision="minute" /> }}
                  />
                </p>
              </div>
              <div className="flex flex-wrap gap-2">
                <Button
                  variant="secondary"
                  size="sm"
                  aria-label={t('people.sendAgain.label', { email })}
                  onClick={() => void invite.attempt({ email, role, languages, permissions })}
                >
                  {t('people.sendAgain.action')}
                </Button>
                <Button
                  variant="secondary"
                  size="sm"
                  aria-label={t('people.changeInvitation.label', { email })}
                  onClick={() => setChanged(invitation)}
                >
                  {t('people.change')}
                </Button>
                <Button
                  variant="secondary"
                  size="sm"
                  aria-label={t('people.withdraw.label', { email })}
                  onClick={() => setWithdrawn(invitation)}
                >
                  {t('people.withdraw.action')}
                </Button>
              </div>
              {stored?.email === email && (
                <div className="basis-full">
                  <InvitationLink {...stored} />
                </div>
              )}
            </li>
          )
        })}
      </ul>
      {changed && <ChangeMemberDialog member={changed} onClose={() => setChanged(null)} />}
      {withdrawn && (
        <ConfirmDialog
          title={t('people.withdraw.title')}
          action={t('people.withdraw.action')}
          onConfirm={async () => {
            const { email } = withdrawn
            await withdraw.mutateAsync(email)
            toast({ title: t('ui.success'), description: t('people.withdraw.done', { email }) })
          }}
          onClose={() => setWithdrawn(null)}
          focusAfter={list}
        >
          <p className="break-words">{t('people.withdraw.warning', { email: withdrawn.email })}</p>
        </ConfirmDialog>
      )}
    </>
  )
}

export interface StoredInvitation {
  email: string
  mailId: string
}

/** Shows the link of an invitation whose mail stays in the outbox, to be passed on. It is read from that mail, once it is written. */
export function InvitationLink({ email, mailId }: StoredInvitation) {
  const { data: mail } = useQuery(mailQuery(mailId))
  const link = mail?.stored && findDeskLink(mail.stored.body_text)
  return (
    <Notice tone="warning" role="status" className="max-w-prose" title={t('people.outbox.title')}>
      <p className="wrap-anywhere">{t('people.outbox.text', { email })}</p>
      {link ? (
        <CopyField label={t('people.outbox.field')} value={link} action={t('outbox.mail.copyLink')} />
      ) : (
        <p>{t('people.outbox.writing')}</p>
      )}
      <Link
        to={`/admin/outbox?open=${mailId}`}
        className="inline-flex min-h-6 items-center underline underline-offset-4 hover:text-ink"
      >
        {t('people.outbox.open')}
      </Link>
    </Notice>
  )
}
