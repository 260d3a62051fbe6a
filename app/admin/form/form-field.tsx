import { type FieldError, type FieldValues, get, type Path } from 'react-hook-form'
import type { DeskForm } from '#app/admin/form/use-desk-form.ts'
import { TextField } from '#app/components/ui/field.tsx'

type TextFieldProps = React.ComponentProps<typeof TextField>

interface FormFieldProps<Input extends FieldValues, Output>
  extends Omit<TextFieldProps, 'name' | 'error' | 'form' | 'value' | 'onChange' | 'onBlur' | 'ref'> {
  state: DeskForm<Input, Output>
  name: Path<Input>
  /** The component that renders the control; a text field by default. */
  as?: (props: TextFieldProps) => React.ReactElement
}

/** A field of a form with its label, its hint and its error. */
export function FormField<Input extends FieldValues, Output>({
  state,
  name,
  as: Control = TextField,
  ...props
}: FormFieldProps<Input, Output>) {
  const { register, formState } = state.form
  const error: unknown = (get(formState.errors, name) as FieldError | undefined)?.message
  return (
    <Control
      {...props}
      {...register(name)}
      readOnly={formState.isSubmitting}
      error={typeof error === 'string' ? error : undefined}
    />
  )
}
