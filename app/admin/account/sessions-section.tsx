import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { accountKeys, mySessionsQuery } from '#app/admin/account/account-queries.ts'
import { describeDevice } from '#app/admin/account/describe-device.ts'
import { unwrap } from '#app/admin/errors/classify-error.ts'
import { t } from '#app/admin/messages.ts'
import { QueryView } from '#app/admin/query/query-view.tsx'
import { useDeskMutation } from '#app/admin/query/use-desk-mutation.ts'
import { ConfirmDialog } from '#app/admin/ui/confirm-dialog.tsx'
import { FilledMessage } from '#app/admin/ui/filled-message.tsx'
import { ListSkeleton } from '#app/admin/ui/list-skeleton.tsx'
import { LocalTime } from '#app/admin/ui/local-time.tsx'
import { PageSection } from '#app/admin/ui/page-section.tsx'
import { Badge } from '#app/components/ui/badge.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { useToast } from '#app/components/ui/toast.tsx'
import type { AccountSession } from '#core/domain/account.ts'

/** Lists the sessions of the user, with a button that ends all others. */
export function SessionsSection() {
  const sessions = useQuery(mySessionsQuery)
  return (
    <PageSection id="sessions" title={t('account.sessions.title')} intro={t('account.sessions.intro')}>
      <QueryView query={sessions} what={t('account.sessions.what')} pending={<ListSkeleton rows={2} />}>
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
    toast({ title: t('ui.success'), description: t('account.sessions.othersEnded') })
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
          {t('account.sessions.signOutOthers')}
        </Button>
      )}
      {confirming && (
        <ConfirmDialog
          title={t('account.sessions.signOutOthers')}
          action={t('account.sessions.signOut')}
          onConfirm={signOutOthers}
          onClose={() => setConfirming(false)}
          focusAfter={list}
        >
          <p>{t('account.sessions.signOutWarning', { count: others })}</p>
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
        {is_current && <Badge tone="green">{t('account.sessions.current')}</Badge>}
        {aal === 'aal2' && <span className="font-normal text-faint">{t('account.sessions.withFactor')}</span>}
      </p>
      <p className="mt-1 flex flex-wrap gap-x-4 gap-y-0.5 text-faint text-sm">
        <span>{ip ?? t('account.sessions.unknownAddress')}</span>
        <span>
          <FilledMessage
            text={t('account.since')}
            values={{ time: <LocalTime iso={created_at} precision="minute" /> }}
          />
        </span>
        <span>
          <FilledMessage
            text={t('account.sessions.lastUsed')}
            values={{ time: <LocalTime iso={last_used_at} precision="minute" /> }}
          />
        </span>
      </p>
    </li>
  )
}
