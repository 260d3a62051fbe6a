import { useRef, useState } from 'react'
import { t } from '#app/admin/messages.ts'
import { Avatar } from '#app/admin/people/avatar.tsx'
import { ChangeMemberDialog } from '#app/admin/people/change-member-dialog.tsx'
import { describeRole } from '#app/admin/people/describe-role.ts'
import { usePeople } from '#app/admin/people/names-of-people.ts'
import type { ActiveMember } from '#app/admin/people/people-queries.ts'
import { RemoveMemberDialog } from '#app/admin/people/remove-member-dialog.tsx'
import { useMember } from '#app/admin/session/use-member.ts'
import { FilledMessage } from '#app/admin/ui/filled-message.tsx'
import { LocalTime } from '#app/admin/ui/local-time.tsx'
import { Badge } from '#app/components/ui/badge.tsx'
import { Button } from '#app/components/ui/button.tsx'

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
