import { useRef, useState } from 'react'
import { Refusal } from '#app/admin/kit/errors/classify-error.ts'
import { t } from '#app/admin/kit/messages.ts'
import { usePeople } from '#app/admin/kit/query/colleagues.ts'
import { useDeskMutation } from '#app/admin/kit/query/use-desk-mutation.ts'
import { useMember } from '#app/admin/kit/session/member.tsx'
import { useDesk } from '#app/admin/kit/session/use-desk-session.ts'
import { LocalTime } from '#app/admin/kit/ui/local-time.tsx'
import { ConfirmDialog } from '#app/admin/kit/ui/modal-dialog.tsx'
import { FilledMessage } from '#app/admin/kit/ui/notice.tsx'
import { Avatar } from '#app/admin/people/avatar.tsx'
import { ChangeMemberDialog, HeirField } from '#app/admin/people/change-member-dialog.tsx'
import { type ActiveMember, describeRole, PEOPLE_KEY } from '#app/admin/people/people-queries.ts'
import { Badge } from '#app/components/ui/badge.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { useToast } from '#app/components/ui/toast.tsx'
import { removeMember } from '#core/data/members.ts'

/** Everybody who has a role: what each may do, with buttons to change and to remove them. */
export function PeopleList({ members }: { members: readonly ActiveMember[] }) {
  const me = useMember()
  const people = usePeople()
  const [changed, setChanged] = useState<ActiveMember | null>(null)
  const [removed, setRemoved] = useState<ActiveMember | null>(null)
  const list = useRef<HTMLUListElement>(null)
  return (
    <>
      <ul ref={list} tabIndex={-1} aria-labelledby="people" className="divide-y divide-line">
        {members.map((member) => {
          const { user_id, name } = member
          return (
            <li
              key={user_id}
              className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 py-4 first:pt-0"
            >
              <div className="flex min-w-0 grow basis-64 gap-3">
                <Avatar name={name} picture={people.get(user_id)?.picture ?? null} />
                <Description member={member} isSelf={user_id === me.user_id} />
              </div>
              <div className="flex gap-2 max-sm:pl-13">
                <Button
                  variant="secondary"
                  size="sm"
                  aria-label={t('people.change.label', { name })}
                  onClick={() => setChanged(member)}
                >
                  {t('people.change')}
                </Button>
                <Button
                  variant="secondary"
                  size="sm"
                  aria-label={t('people.remove.label', { name })}
                  onClick={() => setRemoved(member)}
                >
                  {t('people.remove.action')}
                </Button>
              </div>
            </li>
          )
        })}
      </ul>
      {changed && <ChangeMemberDialog member={changed} onClose={() => setChanged(null)} />}
      {removed && <RemoveMemberDialog member={removed} onClose={() => setRemoved(null)} focusAfter={list} />}
    </>
  )
}

function Description({ member, isSelf }: { member: ActiveMember; isSelf: boolean }) {
  const { email, name, last_sign_in_at, has_factor } = member
  return (
    <div className="min-w-0 text-sm">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium">
        <span className="min-w-0 wrap-anywhere">{name}</span>
        {isSelf && <Badge tone="green">{t('people.you')}</Badge>}
      </p>
      {name !== email && <p className="break-all text-soft">{email}</p>}
      <p className="mt-1">{describeRole(member)}</p>
      <p className="mt-1 flex flex-wrap gap-x-4 gap-y-0.5 text-faint">
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
      </p>
    </div>
  )
}

interface RemoveMemberDialogProps {
  member: ActiveMember
  onClose: () => void
  focusAfter: React.RefObject<HTMLElement | null>
}

/** Takes a person off the desk. Whoever owns articles is removed only once somebody takes them over. */
function RemoveMemberDialog({ member, onClose, focusAfter }: RemoveMemberDialogProps) {
  const { user_id, name } = member
  const isSelf = useMember().user_id === user_id
  const { endSession } = useDesk()
  const { toast } = useToast()
  const [heir, setHeir] = useState('')
  const [articlesLeft, setArticlesLeft] = useState(0)
  const remove = useDeskMutation({
    async run(client, heir: string) {
      const answer = await removeMember(client, { userId: user_id, ...(heir && { heir }) })
      if (answer.outcome === 'last_administrator') throw new Refusal(answer.outcome)
      return answer
    },
    invalidates: [PEOPLE_KEY],
  })

  async function confirm(): Promise<boolean> {
    const answer = await remove.mutateAsync(heir)
    if (answer.outcome === 'needs_heir') {
      setArticlesLeft(answer.articles)
      return false
    }
    toast({ title: t('ui.success'), description: t('people.remove.done', { name }) })
    if (isSelf) await endSession()
    return true
  }

  return (
    <ConfirmDialog
      title={t('people.remove.title', { name })}
      action={t('people.remove.action')}
      onConfirm={confirm}
      onClose={onClose}
      focusAfter={focusAfter}
    >
      <p className="wrap-anywhere">
        {isSelf ? t('people.remove.warningSelf') : t('people.remove.warning', { name })}
      </p>
      <p>{t('people.remove.unsaved')}</p>
      {articlesLeft > 0 && (
        <HeirField member={member} articles={articlesLeft} value={heir} onChange={setHeir} />
      )}
    </ConfirmDialog>
  )
}
