import * as Dialog from 'radix-ui/dialog'
import { useRef, useState } from 'react'
import { describeError } from '#app/admin/kit/errors/describe-error.ts'
import { t } from '#app/admin/kit/messages.ts'
import { Announcement } from '#app/admin/kit/ui/notice.tsx'
import { Button } from '#app/components/ui/button.tsx'

export interface ModalDialogProps {
  title: string
  /** Called on Escape. Without it, only controls inside the dialog can close it. */
  onClose?: () => void
  /** The element that gets focus when the dialog closes, instead of the one that had it before. */
  focusAfter?: React.RefObject<HTMLElement | null> | undefined
  /** `list` for sentences with buttons beside them, `texts` for two texts side by side. */
  width?: keyof typeof WIDTHS
  children: React.ReactNode
}

const WIDTHS = { question: 'max-w-md', list: 'max-w-2xl', texts: 'max-w-5xl' } as const

/** A modal dialog, open as long as it is rendered. Focus moves into it, is trapped in it, and is restored when it closes. */
export function ModalDialog(props: ModalDialogProps) {
  const { title, onClose, focusAfter, width = 'question', children } = props
  const returnFocus = useReturnFocus(focusAfter)
  return (
    <Dialog.Root open onOpenChange={(open) => open || onClose?.()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 grid overflow-y-auto bg-scrim p-4">
          <Dialog.Content
            lang="en"
            aria-describedby={undefined}
            onPointerDownOutside={(event) => event.preventDefault()}
            onEscapeKeyDown={(event) => {
              // Radix hears the key before the control that has an Escape of its own.
              if (event.target instanceof Element && event.target.closest('[data-own-escape]'))
                event.preventDefault()
            }}
            onCloseAutoFocus={returnFocus}
            className={`m-auto w-full ${WIDTHS[width]} min-w-0 rounded-md border border-line bg-paper p-6 text-ink shadow-float dark:bg-wash sm:p-7`}
          >
            <Dialog.Title className="mb-3 font-display font-medium text-title">{title}</Dialog.Title>
            {children}
          </Dialog.Content>
        </Dialog.Overlay>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/**
 * For a dialog that is rendered only while it is open: what to do when it closes. Focus goes back to what had it, because
 * Radix gives it to a trigger only, and these dialogs have none.
 */
export function useReturnFocus(focusAfter?: React.RefObject<HTMLElement | null>): (event: Event) => void {
  const [before] = useState(() => document.activeElement)
  return (event) => {
    event.preventDefault()
    if (focusAfter?.current) return focusAfter.current.focus()
    // A new page may have taken it meanwhile.
    const isFree = document.activeElement === document.body
    if (!isFree || !(before instanceof HTMLElement)) return
    // The element that opened the dialog may be gone by what was done in it.
    if (before.isConnected) before.focus()
    else document.getElementById('content')?.focus({ preventScroll: true })
  }
}

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

interface DialogFormProps {
  ref?: React.Ref<HTMLFormElement>
  submit: string
  /** Buttons between those that every dialog has. */
  more?: React.ReactNode
  onSubmit: () => void
  onClose: () => void
  children: React.ReactNode
}

/** A form that fills a dialog and needs no server, with the buttons below it. */
export function DialogForm({ ref, submit, more, onSubmit, onClose, children }: DialogFormProps) {
  return (
    <form
      ref={ref}
      method="post"
      noValidate
      className="space-y-5"
      onSubmit={(event) => {
        event.preventDefault()
        // Events of a portal come to the form around the editor, too.
        event.stopPropagation()
        onSubmit()
      }}
    >
      {children}
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="secondary" onClick={onClose}>
          {t('ui.cancel')}
        </Button>
        {more}
        <Button type="submit">{submit}</Button>
      </div>
    </form>
  )
}
