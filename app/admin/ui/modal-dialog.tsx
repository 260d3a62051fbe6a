import { useId, useLayoutEffect, useRef } from 'react'

interface ModalDialogProps {
  title: string
  /** Without it nothing but what is in the dialog closes it. */
  onClose?: () => void
  children: React.ReactNode
}

/** A dialog over the page, as long as it is rendered. Focus comes into it, stays in it, and goes back where it was. */
export function ModalDialog({ title, onClose, children }: ModalDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()

  // Before what is in it takes focus.
  useLayoutEffect(() => {
    const element = dialog.current
    const before = document.activeElement
    element?.showModal()
    const { style } = document.documentElement
    style.overflow = 'hidden'
    return () => {
      style.overflow = ''
      element?.close()
      // What is removed from the page does not give focus back by itself.
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
        // A browser closes a dialog at the second Escape, whatever it was told at the first.
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
