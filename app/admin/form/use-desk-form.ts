import { zodResolver } from '@hookform/resolvers/zod'
import { type DefaultValues, type FieldValues, type Path, type UseFormReturn, useForm } from 'react-hook-form'
import type * as z from 'zod'
import { describeError } from '#app/admin/errors/describe-error.ts'

export interface FieldProblem<Input> {
  field: keyof Input & string
  message: string
  /** Whether the text of the field is selected, so that typing replaces it. */
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

export interface DeskForm<Input extends FieldValues, Output> {
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
}: DeskFormOptions<Input, Output>): DeskForm<Input, Output> {
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
