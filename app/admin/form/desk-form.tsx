import type { FieldValues } from 'react-hook-form'
import type { DeskForm as DeskFormState } from '#app/admin/form/use-desk-form.ts'
import { Announcement } from '#app/admin/ui/announcement.tsx'
import { Button } from '#app/components/ui/button.tsx'

interface DeskFormProps<Input extends FieldValues, Output> {
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
  /** Stands in a dialog, where cancelling comes first and the action is at the right. */
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
