import { useEffect, useState } from 'react'
import { useBlocker } from 'react-router'
import type { ArticleForm } from '#app/admin/article/form/article-form.ts'
import type { UnsavedWork } from '#app/admin/article/unsaved/unsaved-work.ts'
import { t } from '#app/admin/messages.ts'
import { ModalDialog } from '#app/admin/ui/modal-dialog.tsx'
import { Button } from '#app/components/ui/button.tsx'

interface LeaveGuardProps {
  work: UnsavedWork
  /** Brings what was typed last into the form, and so to `work`. */
  readForm: () => ArticleForm
}

/** Asks before a page with unsaved work is left. What was typed stays kept unless the editor discards it. */
export function LeaveGuard({ work, readForm }: LeaveGuardProps) {
  const [isBusy, setIsBusy] = useState(false)
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    readForm()
    const isLeft =
      currentLocation.pathname !== nextLocation.pathname || currentLocation.search !== nextLocation.search
    return isLeft && work.state().isDirty
  })

  useEffect(() => {
    function warn(event: BeforeUnloadEvent) {
      if (work.state().isDirty) event.preventDefault()
    }
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [work])

  if (blocker.state !== 'blocked') return null

  async function leave(prepare: () => Promise<void>) {
    setIsBusy(true)
    // Without a connection this browser has done its part all the same.
    await prepare().catch(() => {})
    setIsBusy(false)
    blocker.proceed?.()
  }

  return (
    <ModalDialog title={t('article.leave.title')} onClose={() => blocker.reset()}>
      <p className="text-sm text-soft">{t('article.leave.text')}</p>
      {/* The one that has the focus first loses nothing. */}
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button variant="secondary" onClick={() => blocker.reset()}>
          {t('article.leave.stay')}
        </Button>
        <Button
          variant="ghost"
          className="text-red"
          aria-disabled={isBusy}
          onClick={() => isBusy || void leave(work.discard)}
        >
          {t('article.leave.discard')}
        </Button>
        <Button aria-disabled={isBusy} onClick={() => isBusy || void leave(work.flush)}>
          {t('article.leave.leave')}
        </Button>
      </div>
    </ModalDialog>
  )
}
