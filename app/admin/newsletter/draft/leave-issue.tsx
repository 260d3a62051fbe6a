import { useEffect, useState } from 'react'
import { LeaveDialog, useLeaveBlocker } from '#app/admin/article/unsaved/leave-dialog.tsx'
import { t } from '#app/admin/messages.ts'
import { useKeptIssue } from '#app/admin/newsletter/draft/use-issue-draft.ts'

/** Stores what was typed before the page is left, and asks when that is not possible. */
export function LeaveIssue({ isKeptHere }: { isKeptHere: boolean }) {
  const { draft, flush } = useKeptIssue()
  const [isAsking, setIsAsking] = useState(false)
  const blocker = useLeaveBlocker(() => draft.unsaved().length > 0)

  const { state, proceed } = blocker
  useEffect(() => {
    if (state !== 'blocked') return setIsAsking(false)
    let isCurrent = true
    const decide = () => {
      if (!isCurrent) return
      if (draft.unsaved().length === 0) proceed?.()
      else setIsAsking(true)
    }
    flush().then(decide, decide)
    return () => {
      isCurrent = false
    }
  }, [state, proceed, draft, flush])

  if (!isAsking || blocker.state !== 'blocked') return null
  return (
    <LeaveDialog
      blocker={blocker}
      title={t('newsletterIssue.leave.title')}
      text={t(isKeptHere ? 'newsletterIssue.leave.text' : 'newsletterIssue.leave.notKept')}
      discardLabel={t('newsletterIssue.leave.discard')}
      discard={async () => draft.discardAll()}
      keep={isKeptHere ? async () => {} : null}
    />
  )
}
