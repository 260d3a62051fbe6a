import { zodResolver } from '@hookform/resolvers/zod'
import {
  type DefaultValues,
  type FieldError,
  type FieldValues,
  get,
  type Path,
  type UseFormReturn,
  useForm,
} from 'react-hook-form'
import type * as z from 'zod'
import { describeError } from '#app/admin/kit/errors/describe-error.ts'
import { Announcement } from '#app/admin/kit/ui/notice.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { TextField } from '#app/components/ui/field.tsx'

export interface DeskFormProps<Input extends FieldValues, Output> {
  /** The result of `useDeskForm`. */
  state: DeskFormState<Input, Output>
  /** The label of the button, and its label while the form is being submitted. */
  action: string
  busyAction: string
  /** False until the page is hydrated, so that the browser does not submit the form by itself. */
  ready?: boolean
  label?: string
  /** Shown beside the button. */
  more?: React.ReactNode
  /** The button is as wide as the form. */
  wide?: boolean
  /** On a page whose main action is another. */
  secondary?: boolean
  /** Set in a dialog, where the buttons are on the right and cancel comes first. */
  inDialog?: boolean
  className?: string
  ref?: React.Ref<HTMLFormElement>
  children: React.ReactNode
}

/** The fields, an error of the whole form, and the submit button. */
export function DeskForm<Input extends FieldValues, Output>(props: DeskFormProps<Input, Output>) {
  const {
    state,
    action,
    busyAction,
    ready = true,
    label,
    more,
    wide = false,
    secondary = false,
    inDialog = false,
    className,
    ref,
    children,
  } = props
  const { errors, isSubmitting: busy } = state.form.formState
  const problems = Object.values(errors).flatMap((error) =>
    typeof error?.message === 'string' ? error.message : [],
  )
  return (
    <form
      ref={ref}
      method="post"
      noValidate
      aria-busy={busy}
      aria-label={label}
      onSubmit={state.send}
      className={className}
    >
      <fieldset disabled={!ready} className="space-y-5">
        {children}
        {errors.root && <p className="text-red text-sm">{errors.root.message}</p>}
        <Announcement urgent>{problems.join(' ')}</Announcement>
        <div className={`flex flex-wrap gap-3 ${inDialog ? 'justify-end' : ''}`}>
          {inDialog && more}
          <Button
            type="submit"
            variant={secondary ? 'secondary' : 'primary'}
            className={wide ? 'w-full' : ''}
            aria-disabled={busy}
          >
            {busy ? busyAction : action}
          </Button>
          {!inDialog && more}
        </div>
      </fieldset>
    </form>
  )
}

type TextFieldProps = React.ComponentProps<typeof TextField>

export interface FormFieldProps<Input extends FieldValues, Output>
  extends Omit<TextFieldProps, 'name' | 'error' | 'form' | 'value' | 'onChange' | 'onBlur' | 'ref'> {
  state: DeskFormState<Input, Output>
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

interface FieldProblem<Input> {
  field: keyof Input & string
  message: string
  /** True if the text of the field is selected, so that typing replaces it. */
  select?: boolean
}

interface DeskFormOptions<Input extends FieldValues, Output> {
  /** From core/domain; it is checked before anything is sent, and each problem is shown at its field. */
  schema: z.ZodType<Output, Input>
  initial: DefaultValues<Input>
  /** Submits the values. When it throws, the error is shown and the form keeps its values. */
  submit: (values: Output) => Promise<void>
  /** The field that an error of the backend is about; null when it is about none of them. */
  placeError?: (error: unknown) => FieldProblem<Input> | null
}

interface DeskFormState<Input extends FieldValues, Output> {
  form: UseFormReturn<Input, unknown, Output>
  /** For `onSubmit` of the form element. */
  send: (event?: React.BaseSyntheticEvent) => void
}

/** A form of the desk: validated by a schema, submitted once at a time, each error shown at its field. */
export function useDeskForm<Input extends FieldValues, Output>({
  schema,
  initial,
  submit,
  placeError,
}: DeskFormOptions<Input, Output>): DeskFormState<Input, Output> {
  const form = useForm<Input, unknown, Output>({ resolver: zodResolver(schema), defaultValues: initial })

  const handle = form.handleSubmit(async (values) => {
    try {
      await submit(values)
    } catch (error) {
      const placed = placeError?.(error)
      if (!placed) return form.setError('root', { message: describeError(error) })
      const field = placed.field as Path<Input>
      form.setError(field, { message: placed.message })
      form.setFocus(field, { shouldSelect: placed.select ?? false })
    }
  })

  return {
    form,
    send(event) {
      if (form.formState.isSubmitting) event?.preventDefault()
      else void handle(event)
    },
  }
}
