import { useId, useLayoutEffect, useRef } from 'react'

interface ModalDialogProps {
  title: string
  /** Called on Escape. Without it only the dialog's own content can close it. */
  onClose?: () => void
  children: React.ReactNode
}

/** A modal dialog, open as long as it is rendered. Focus moves into it, stays inside, and returns when it closes. */
export function ModalDialog({ title, onClose, children }: ModalDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()

  // In a layout effect: the dialog must be open before an effect of its content focuses a control.
  useLayoutEffect(() => {
    const element = dialog.current
    const before = document.activeElement
    element?.showModal()
    const { style } = document.documentElement
    style.overflow = 'hidden'
    return () => {
      style.overflow = ''
      element?.close()
      // A dialog that is removed from the page does not restore focus by itself.
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    }
  }, [])

  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        onClose?.()
      }}
      onKeyDown={(event) => {
        // Browsers close a dialog at the second Escape even if the cancel event of the first was prevented.
        if (event.key !== 'Escape') return
        event.preventDefault()
        event.stopPropagation()
        onClose?.()
      }}
      className="m-auto max-h-[calc(100dvh-2rem)] w-[calc(100%-2rem)] max-w-md overflow-y-auto rounded-md border border-line bg-paper p-6 text-ink shadow-black/20 shadow-xl backdrop:bg-black/60 dark:bg-wash sm:p-7"
    >
      <h2 id={titleId} className="mb-3 font-display font-medium text-title">
        {title}
      </h2>
      {children}
    </dialog>
  )
}
