import { useLeaveBlocker } from '#app/admin/article/unsaved/use-leave-blocker.ts'
import { t } from '#app/admin/messages.ts'
import { ConfirmDialog } from '#app/admin/ui/confirm-dialog.tsx'

/** Asks before the page is left while something on it is not saved. */
export function LeaveUnsaved({ isEdited }: { isEdited: boolean }) {
  const blocker = useLeaveBlocker(() => isEdited)
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
