import type { FieldValues } from 'react-hook-form'
import type { DeskForm as DeskFormState } from '#app/admin/form/use-desk-form.ts'
import { Announcement } from '#app/admin/ui/announcement.tsx'
import { Button } from '#app/components/ui/button.tsx'

interface DeskFormProps<Input extends FieldValues, Output> {
  /** What `useDeskForm` answered. */
  state: DeskFormState<Input, Output>
  /** The word on the button, and while it is busy. */
  action: string
  busyAction: string
  /** False until the page can handle the form itself, so that no browser sends it any other way. */
  ready?: boolean
  label?: string
  /** Beside the button. */
  more?: React.ReactNode
  /** The button is as wide as the form. */
  wide?: boolean
  className?: string
  ref?: React.Ref<HTMLFormElement>
  children: React.ReactNode
}

/** Fields, what is wrong with them as a whole, and the button that sends them. */
export function DeskForm<Input extends FieldValues, Output>(props: DeskFormProps<Input, Output>) {
  const {
    state,
    action,
    busyAction,
    ready = true,
    label,
    more,
    wide = false,
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
        <div className="flex flex-wrap gap-3">
          <Button type="submit" className={wide ? 'w-full' : ''} aria-disabled={busy}>
            {busy ? busyAction : action}
          </Button>
          {more}
        </div>
      </fieldset>
    </form>
  )
}
