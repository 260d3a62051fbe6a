import { useEffect, useState } from 'react'
import { type Blocker, useBlocker } from 'react-router'
import { t } from '#app/admin/kit/messages.ts'
import { LOGIN_PATH } from '#app/admin/kit/paths.ts'
import { ModalDialog } from '#app/admin/kit/ui/modal-dialog.tsx'
import { Button } from '#app/components/ui/button.tsx'

interface LeaveDialogProps {
  blocker: Extract<Blocker, { state: 'blocked' }>
  title: string
  text: string
  discardLabel: string
  /** Deletes the unsaved work. */
  discard: () => Promise<void>
  /** Stores the unsaved work before leaving; null where it cannot be stored. */
  keep: (() => Promise<void>) | null
}

/** Asks whether to stay, to discard unsaved work, or to leave with a copy of it. */
export function LeaveDialog({ blocker, title, text, discardLabel, discard, keep }: LeaveDialogProps) {
  const [isBusy, setIsBusy] = useState(false)

  async function leave(prepare: () => Promise<void>) {
    if (isBusy) return
    setIsBusy(true)
    // Without a connection, the local copy is stored all the same.
    await prepare().catch(() => {})
    setIsBusy(false)
    blocker.proceed()
  }

  return (
    <ModalDialog title={title} onClose={() => blocker.reset()}>
      <p className="text-sm text-soft">{text}</p>
      {/* The first button has the focus, and loses nothing. */}
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button variant="secondary" onClick={() => blocker.reset()}>
          {t('ui.stay')}
        </Button>
        <Button
          variant="ghost"
          className="text-red"
          aria-disabled={isBusy}
          onClick={() => void leave(discard)}
        >
          {discardLabel}
        </Button>
        {keep && (
          <Button aria-disabled={isBusy} onClick={() => void leave(keep)}>
            {t('ui.leave')}
          </Button>
        )}
      </div>
    </ModalDialog>
  )
}

/**
 * Blocks navigation away from a page with unsaved work, and makes the browser ask before the tab is closed. With `search`, another
 * query of the same page counts as leaving. Logging out is blocked only with `logout`, because the session has already ended.
 */
export function useLeaveBlocker(
  isUnsaved: () => boolean,
  { search = false, logout = false }: { search?: boolean; logout?: boolean } = {},
): Blocker {
  const blocker = useBlocker(({ currentLocation: from, nextLocation: to }) => {
    // Called first, because it may flush the last input into the copy.
    const isDirty = isUnsaved()
    const isLeft = from.pathname !== to.pathname || (search && from.search !== to.search)
    return isDirty && isLeft && (logout || to.pathname !== LOGIN_PATH)
  })
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => isUnsaved() && event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isUnsaved])
  return blocker
}
