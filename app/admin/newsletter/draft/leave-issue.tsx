import { useEffect, useState } from 'react'
import { useBlocker } from 'react-router'
import { t } from '#app/admin/messages.ts'
import { useKeptIssue } from '#app/admin/newsletter/draft/use-issue-draft.ts'
import { LOGIN_PATH } from '#app/admin/sign-in/admin-path.ts'
import { ModalDialog } from '#app/admin/ui/modal-dialog.tsx'
import { Button } from '#app/components/ui/button.tsx'

/** Stores what was typed before the page is left, and asks when that is not possible. */
export function LeaveIssue({ isKeptHere }: { isKeptHere: boolean }) {
  const { draft, flush } = useKeptIssue()
  const [isAsking, setIsAsking] = useState(false)
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      draft.unsaved().length > 0 &&
      currentLocation.pathname !== nextLocation.pathname &&
      // Whoever logs out has ended the session already.
      nextLocation.pathname !== LOGIN_PATH,
  )

  useEffect(() => {
    function warn(event: BeforeUnloadEvent) {
      if (draft.unsaved().length > 0) event.preventDefault()
    }
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [draft])

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
    <ModalDialog title={t('newsletterIssue.leave.title')} onClose={() => blocker.reset()}>
      <p className="text-sm text-soft">
        {t(isKeptHere ? 'newsletterIssue.leave.text' : 'newsletterIssue.leave.notKept')}
      </p>
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button variant="secondary" onClick={() => blocker.reset()}>
          {t('newsletterIssue.leave.stay')}
        </Button>
        <Button
          variant="ghost"
          className="text-red"
          onClick={() => {
            draft.discardAll()
            blocker.proceed()
          }}
        >
          {t('newsletterIssue.leave.discard')}
        </Button>
        {isKeptHere && <Button onClick={() => blocker.proceed()}>{t('newsletterIssue.leave.leave')}</Button>}
      </div>
    </ModalDialog>
  )
}
