import { useState } from 'react'
import type { Blocker } from 'react-router'
import { t } from '#app/admin/messages.ts'
import { ModalDialog } from '#app/admin/ui/modal-dialog.tsx'
import { Button } from '#app/components/ui/button.tsx'

interface LeaveDialogProps {
  blocker: Extract<Blocker, { state: 'blocked' }>
  title: string
  text: string
  discardLabel: string
  /** Forgets what was typed. */
  discard: () => Promise<void>
  /** Keeps what was typed, and leaves; null where nothing keeps it. */
  keep: (() => Promise<void>) | null
}

/** Asks what becomes of unsaved work when its page is left. */
export function LeaveDialog({ blocker, title, text, discardLabel, discard, keep }: LeaveDialogProps) {
  const [isBusy, setIsBusy] = useState(false)

  async function leave(prepare: () => Promise<void>) {
    if (isBusy) return
    setIsBusy(true)
    // Without a connection this browser has done its part all the same.
    await prepare().catch(() => {})
    setIsBusy(false)
    blocker.proceed()
  }

  return (
    <ModalDialog title={title} onClose={() => blocker.reset()}>
      <p className="text-sm text-soft">{text}</p>
      {/* The one that has the focus first loses nothing. */}
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
