import { useId } from 'react'

/** The attributes that connect a control with its label, its hint and its error. */
export interface FieldControl {
  id: string
  className: string
  'aria-invalid': boolean | undefined
  'aria-describedby': string | undefined
}

interface FieldProps {
  label: React.ReactNode
  hint?: React.ReactNode
  error?: React.ReactNode
  /** Hides the label from sight but not from screen readers, for a control whose purpose is obvious to the eye. */
  labelHidden?: boolean
  /** The id of the control, if an address leads to it. */
  id?: string
  className?: string
  /** Renders the control: `{(control) => <textarea {...control} />}`. */
  children: (control: FieldControl) => React.ReactNode
}

/** The classes of a text control: input, textarea or select. */
export const CONTROL_STYLES =
  'block w-full min-h-11 rounded-sm border border-edge bg-paper px-3 py-2 text-base text-ink placeholder:text-faint transition-colors hover:border-ink aria-invalid:border-red disabled:bg-wash disabled:text-faint'

/** A label, its control, and below it a hint and an error, both tied to the control by `aria-describedby`. */
export function Field(props: FieldProps) {
  const { label, hint, error, labelHidden = false, className = '', children } = props
  const generated = useId()
  const { id = generated } = props
  const describedBy = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ')
  return (
    <div className={className}>
      <label htmlFor={id} className={labelHidden ? 'sr-only' : 'mb-1.5 block text-sm font-medium'}>
        {label}
      </label>{' '}
      {children({
        id,
        className: CONTROL_STYLES,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': describedBy || undefined,
      })}
      {hint && (
        <p id={`${id}-hint`} className="mt-1.5 text-sm text-faint">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="mt-1.5 text-sm text-red">
          {error}
        </p>
      )}
    </div>
  )
}

/** The usual field: one line of text. */
export function TextField({
  label,
  hint,
  error,
  labelHidden,
  className,
  ...input
}: Omit<FieldProps, 'children'> & Omit<React.ComponentProps<'input'>, 'id' | 'className'>) {
  const frame = { label, hint, error, ...(labelHidden && { labelHidden }), ...(className && { className }) }
  return <Field {...frame}>{(control) => <input type="text" {...input} {...control} />}</Field>
}
