import type { ArticleForm } from '#app/admin/article/form/article-form.ts'
import { LeaveDialog } from '#app/admin/article/unsaved/leave-dialog.tsx'
import type { UnsavedWork } from '#app/admin/article/unsaved/unsaved-work.ts'
import { useLeaveBlocker } from '#app/admin/article/unsaved/use-leave-blocker.ts'
import { t } from '#app/admin/messages.ts'

interface LeaveGuardProps {
  work: UnsavedWork
  /** Brings what was typed last into the form, and so to `work`. */
  readForm: () => ArticleForm
}

/** Asks before a page with unsaved work is left. What was typed stays kept unless the editor discards it. */
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
