import { Dialog } from 'radix-ui'

interface ModalDialogProps {
  title: string
  /** Called on Escape. Without it, only controls inside the dialog can close it. */
  onClose?: () => void
  /** The element that gets focus when the dialog closes, instead of the one that had it before. */
  focusAfter?: React.RefObject<HTMLElement | null> | undefined
  children: React.ReactNode
}

/** A modal dialog, open as long as it is rendered. Focus moves into it, is trapped in it, and is restored when it closes. */
export function ModalDialog({ title, onClose, focusAfter, children }: ModalDialogProps) {
  return (
    <Dialog.Root open onOpenChange={(open) => open || onClose?.()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 grid overflow-y-auto bg-[rgb(0_0_0/0.55)] p-4">
          <Dialog.Content
            lang="en"
            aria-describedby={undefined}
            onPointerDownOutside={(event) => event.preventDefault()}
            onCloseAutoFocus={(event) => {
              if (!focusAfter?.current) return
              event.preventDefault()
              focusAfter.current.focus()
            }}
            className="m-auto w-full max-w-md rounded-md border border-line bg-paper p-6 text-ink shadow-black/20 shadow-xl dark:bg-wash sm:p-7"
          >
            <Dialog.Title className="mb-3 font-display font-medium text-title">{title}</Dialog.Title>
            {children}
          </Dialog.Content>
        </Dialog.Overlay>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
