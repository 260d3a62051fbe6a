import { t } from '#app/admin/messages.ts'
import { Button } from '#app/components/ui/button.tsx'

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
