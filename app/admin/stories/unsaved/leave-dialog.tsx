import { t } from '#app/admin/kit/messages.ts'
import { LeaveDialog, useLeaveBlocker } from '#app/admin/kit/ui/leave-dialog.tsx'
import type { ArticleForm } from '#app/admin/stories/article-form/article-form.ts'
import type { UnsavedWork } from '#app/admin/stories/unsaved/unsaved-work.ts'

interface LeaveGuardProps {
  work: UnsavedWork
  /** Flushes the last input into the form, and so into `work`. */
  readForm: () => ArticleForm
}

/** Asks before a page with unsaved work is left. Its copies stay unless the editor discards them. */
export function LeaveGuard({ work, readForm }: LeaveGuardProps) {
  const isUnsaved = () => {
    readForm()
    return work.state().isDirty
  }
  const blocker = useLeaveBlocker(isUnsaved, { search: true, logout: true })
  if (blocker.state !== 'blocked') return null
  return (
    <LeaveDialog
      blocker={blocker}
      title={t('article.leave.title')}
      text={t('article.leave.text')}
      discardLabel={t('article.leave.discard')}
      discard={work.discard}
      keep={work.flush}
    />
  )
}
