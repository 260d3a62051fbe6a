import { useState } from 'react'
import { Announcement } from '#app/admin/ui/announcement.tsx'
import { ModalDialog } from '#app/admin/ui/modal-dialog.tsx'
import { Button } from '#app/components/ui/button.tsx'

interface ConfirmDialogProps {
  title: string
  /** What will happen. */
  children: React.ReactNode
  /** The word on the button that does it. */
  action: string
  destructive?: boolean
  /** What it answers, if anything, is shown as what went wrong, and the dialog stays open. */
  onConfirm: () => Promise<string | undefined>
  onClose: () => void
}

/** Asks once more before something is done. Cancel has focus. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, children, action, destructive = true, onConfirm, onClose } = props
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState('')

  async function confirm() {
    setBusy(true)
    setError('')
    const problem = await onConfirm()
    setBusy(false)
    if (problem) setError(problem)
    else onClose()
  }

  return (
    <ModalDialog title={title} onClose={busy ? () => {} : onClose}>
      <div className="space-y-3 text-sm text-soft">{children}</div>
      {error && <p className="mt-4 text-red text-sm">{error}</p>}
      <Announcement urgent>{error}</Announcement>
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button variant="secondary" aria-disabled={busy} onClick={() => busy || onClose()}>
          Cancel
        </Button>
        <Button
          variant={destructive ? 'destructive' : 'primary'}
          aria-disabled={busy}
          onClick={() => busy || void confirm()}
        >
          {busy ? 'One moment...' : action}
        </Button>
      </div>
    </ModalDialog>
  )
}
