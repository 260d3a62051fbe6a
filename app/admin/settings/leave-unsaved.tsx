import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { t } from '#app/admin/messages.ts'
import { LOGIN_PATH } from '#app/admin/sign-in/admin-path.ts'
import { ConfirmDialog } from '#app/admin/ui/confirm-dialog.tsx'

/** Asks before the page is left while something on it is not saved. */
export function LeaveUnsaved({ isEdited }: { isEdited: boolean }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isEdited &&
      currentLocation.pathname !== nextLocation.pathname &&
      // Whoever logs out has ended the session already.
      nextLocation.pathname !== LOGIN_PATH,
  )

  useEffect(() => {
    if (!isEdited) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isEdited])

  if (blocker.state !== 'blocked') return null
  let isLeaving = false
  return (
    <ConfirmDialog
      title={t('settings.leave.title')}
      action={t('settings.leave.action')}
      onConfirm={async () => {
        isLeaving = true
        blocker.proceed()
      }}
      onClose={() => isLeaving || blocker.reset()}
    >
      <p>{t('settings.leave.text')}</p>
    </ConfirmDialog>
  )
}
