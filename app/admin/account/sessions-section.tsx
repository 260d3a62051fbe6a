import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { accountKeys, mySessionsQuery } from '#app/admin/account/account-queries.ts'
import { describeDevice } from '#app/admin/account/describe-device.ts'
import { unwrap } from '#app/admin/errors/unwrap.ts'
import { QueryView } from '#app/admin/query/query-view.tsx'
import { useDeskMutation } from '#app/admin/query/use-desk-mutation.ts'
import { ConfirmDialog } from '#app/admin/ui/confirm-dialog.tsx'
import { ListSkeleton } from '#app/admin/ui/list-skeleton.tsx'
import { LocalTime } from '#app/admin/ui/local-time.tsx'
import { PageSection } from '#app/admin/ui/page-section.tsx'
import { Badge } from '#app/components/ui/badge.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { useToast } from '#app/components/ui/toast.tsx'
import type { AccountSession } from '#core/domain/account-session.ts'

/** Lists the sessions of the user, with a button that ends all others. */
export function SessionsSection() {
  const sessions = useQuery(mySessionsQuery)
  return (
    <PageSection
      id="sessions"
      title="Sessions"
      intro="Where you are signed in. If you do not know one of them, sign out the others and change your password."
    >
      <QueryView query={sessions} what="The list of sessions" pending={<ListSkeleton rows={2} />}>
        {(rows) => <SessionList sessions={rows} />}
      </QueryView>
    </PageSection>
  )
}

function SessionList({ sessions }: { sessions: AccountSession[] }) {
  const [confirming, setConfirming] = useState(false)
  const { toast } = useToast()
  const list = useRef<HTMLUListElement>(null)
  const others = sessions.filter(({ is_current }) => !is_current).length
  const signOut = useDeskMutation({
    run: async (client) => {
      const { error } = await client.auth.signOut({ scope: 'others' })
      unwrap({ data: null, error })
    },
    invalidates: [accountKeys.sessions],
  })

  async function signOutOthers() {
    await signOut.mutateAsync()
    toast({ title: 'Success', description: 'All other sessions have ended.' })
  }

  return (
    <>
      <ul ref={list} tabIndex={-1} aria-labelledby="sessions" className="divide-y divide-line">
        {sessions.map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </ul>
      {others > 0 && (
        <Button variant="secondary" className="mt-4" onClick={() => setConfirming(true)}>
          Sign out others
        </Button>
      )}
      {confirming && (
        <ConfirmDialog
          title="Sign out others"
          action="Sign out"
          onConfirm={signOutOthers}
          onClose={() => setConfirming(false)}
          focusAfter={list}
        >
          <p>
            {others === 1 ? 'One other session ends' : `${others} other sessions end`} at once. What is not
            saved there can be saved after signing in again.
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}

function SessionRow({ session }: { session: AccountSession }) {
  const { user_agent, ip, created_at, last_used_at, aal, is_current } = session
  return (
    <li className="py-3.5 first:pt-0">
      <p
        className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium text-sm"
        title={user_agent ?? undefined}
      >
        {describeDevice(user_agent)}
        {is_current && <Badge tone="green">This one</Badge>}
        {aal === 'aal2' && <span className="font-normal text-faint">with second factor</span>}
      </p>
      <p className="mt-1 flex flex-wrap gap-x-4 gap-y-0.5 text-faint text-sm">
        <span>{ip ?? 'Unknown address'}</span>
        <span>
          Since <LocalTime iso={created_at} precision="minute" />
        </span>
        <span>
          Last used <LocalTime iso={last_used_at} precision="minute" />
        </span>
      </p>
    </li>
  )
}
