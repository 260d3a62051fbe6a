import * as Dialog from 'radix-ui/dialog'
import { useState } from 'react'

interface ModalDialogProps {
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
    // What opened the dialog may be gone by what was done in it.
    if (before.isConnected) before.focus()
    else document.getElementById('content')?.focus({ preventScroll: true })
  }
}
