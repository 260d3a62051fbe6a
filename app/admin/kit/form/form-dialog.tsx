import type { FieldValues } from 'react-hook-form'
import { DeskForm, type DeskFormProps } from '#app/admin/kit/form/desk-form.tsx'
import { t } from '#app/admin/kit/messages.ts'
import { ModalDialog, type ModalDialogProps } from '#app/admin/kit/ui/modal-dialog.tsx'
import { Button } from '#app/components/ui/button.tsx'

interface FormDialogProps<Input extends FieldValues, Output>
  extends Pick<DeskFormProps<Input, Output>, 'state' | 'action' | 'label' | 'children'>,
    Pick<ModalDialogProps, 'title' | 'width'> {
  /** The content before the form. */
  intro?: React.ReactNode
  /** The content that is shown in the place of the form. */
  instead?: React.ReactNode
  busyAction?: string
  onClose: () => void
}

/** A dialog with a form, which stays open while that is being submitted. */
export function FormDialog<Input extends FieldValues, Output>(props: FormDialogProps<Input, Output>) {
  const {
    title,
    width = 'question',
    intro,
    instead,
    busyAction = t('ui.oneMoment'),
    onClose,
    ...form
  } = props
  const busy = form.state.form.formState.isSubmitting
  const close = () => busy || onClose()
  return (
    <ModalDialog title={title} width={width} onClose={close}>
      {intro}
      {instead ?? (
        <DeskForm
          {...form}
          busyAction={busyAction}
          inDialog
          more={
            <Button variant="secondary" aria-disabled={busy} onClick={close}>
              {t('ui.cancel')}
            </Button>
          }
        />
      )}
    </ModalDialog>
  )
}
