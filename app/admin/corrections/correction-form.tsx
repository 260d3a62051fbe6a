import { useEffect } from 'react'
import { DeskForm } from '#app/admin/form/desk-form.tsx'
import { useDeskForm } from '#app/admin/form/use-desk-form.ts'
import { Field } from '#app/components/ui/field.tsx'
import { correctionInput } from '#core/domain/article-input.ts'

interface CorrectionFormProps {
  label: string
  hint?: string
  /** What the correction says until now. */
  initial?: string
  action: string
  busyAction: string
  /** Resolves to why it was refused, or null; then the field is emptied. */
  submit: (text: string) => Promise<string | null>
  more?: React.ReactNode
  className?: string
}

/** The text of a correction. */
export function CorrectionForm({ initial = '', submit, label, hint, ...form }: CorrectionFormProps) {
  const state = useDeskForm({
    schema: correctionInput,
    initial: { text: initial },
    async submit({ text }) {
      const refusal = await submit(text)
      if (refusal) state.form.setError('root', { message: refusal })
      else state.form.reset()
    },
  })
  const { register, formState, setFocus } = state.form
  const isChange = initial !== ''
  // The button that opened the form is gone.
  useEffect(() => {
    if (isChange) setFocus('text')
  }, [isChange, setFocus])
  return (
    <DeskForm state={state} label={label} secondary {...form}>
      <Field label={label} hint={hint} error={formState.errors.text?.message}>
        {(control) => (
          <textarea rows={3} {...register('text')} {...control} readOnly={formState.isSubmitting} />
        )}
      </Field>
    </DeskForm>
  )
}
