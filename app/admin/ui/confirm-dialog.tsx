import { useRef, useState } from 'react'
import { describeError } from '#app/admin/errors/describe-error.ts'
import { t } from '#app/admin/messages.ts'
import { Announcement } from '#app/admin/ui/announcement.tsx'
import { ModalDialog } from '#app/admin/ui/modal-dialog.tsx'
import { Button } from '#app/components/ui/button.tsx'

interface ConfirmDialogProps {
  title: string
  /** Says what will happen. */
  children: React.ReactNode
  /** The label of the confirming button. */
  action: string
  /** The label of the button that closes the dialog, where “Cancel” could be taken for the action. */
  keep?: string
  destructive?: boolean
  /** When it throws, the error is shown and the dialog stays open, as it does when it returns false. */
  onConfirm: () => Promise<unknown>
  onClose: () => void
  /** The element that gets focus afterwards, when the action removes the button that opened the dialog. */
  focusAfter?: React.RefObject<HTMLElement | null>
}

/** Asks for confirmation before an action. The button that closes it has focus at first. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, children, action, keep, destructive = true, onConfirm, onClose, focusAfter } = props
  const [busy, setBusy] = useState(false)
  // A ref, because a state would change after the dialog is unmounted.
  const focusOnceDone = useRef<HTMLElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const [error, setError] = useState('')

  async function confirm() {
    setBusy(true)
    setError('')
    try {
      if ((await onConfirm()) === false) return
      focusOnceDone.current = focusAfter?.current ?? null
      onClose()
      // The dialog may have gone before, with what the action has removed.
      if (!content.current) focusAfter?.current?.focus()
    } catch (problem) {
      setError(describeError(problem))
    } finally {
      setBusy(false)
    }
  }

  return (
    <ModalDialog title={title} onClose={() => busy || onClose()} focusAfter={focusOnceDone}>
      <div ref={content} className="space-y-3 text-sm text-soft">
        {children}
      </div>
      {error && <p className="mt-4 text-red text-sm">{error}</p>}
      <Announcement urgent>{error}</Announcement>
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button variant="secondary" aria-disabled={busy} onClick={() => busy || onClose()}>
          {keep ?? t('ui.cancel')}
        </Button>
        <Button
          variant={destructive ? 'destructive' : 'primary'}
          aria-disabled={busy}
          // The second click of a double click answers no question that the first one has opened.
          onClick={({ detail }) => busy || detail > 1 || void confirm()}
        >
          {busy ? t('ui.oneMoment') : action}
        </Button>
      </div>
    </ModalDialog>
  )
}
