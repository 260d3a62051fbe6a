import { t } from '#app/admin/kit/messages.ts'

interface UndoButtonProps {
  onUndo: () => void
}

/** Takes back what the toast around it reports. */
export function UndoButton({ onUndo }: UndoButtonProps) {
  return (
    <button
      type="button"
      onClick={(event) => {
        // A message stays open as long as it has focus.
        event.currentTarget.blur()
        onUndo()
      }}
      className="ml-2 text-ink underline underline-offset-4"
    >
      {t('ui.undo')}
    </button>
  )
}
