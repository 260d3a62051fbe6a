import { useState } from 'react'
import { Field } from '#app/components/ui/field.tsx'

interface NewPasswordFieldProps extends Omit<React.ComponentProps<'input'>, 'id' | 'className' | 'type'> {
  label: string
  hint?: React.ReactNode
  error?: React.ReactNode
}

/** Chooses a password: typed once, because it can be looked at. */
export function NewPasswordField({ label, hint, error, ...input }: NewPasswordFieldProps) {
  const [shown, setShown] = useState(false)
  return (
    <Field label={label} hint={hint} error={error}>
      {({ className, ...control }) => (
        <span className="relative block">
          <input
            {...input}
            {...control}
            type={shown ? 'text' : 'password'}
            autoComplete="new-password"
            autoCapitalize="none"
            spellCheck={false}
            className={`${className} pr-18`}
          />
          <button
            type="button"
            aria-pressed={shown}
            aria-controls={control.id}
            onClick={() => setShown(!shown)}
            className="absolute inset-y-px right-px w-16 rounded-sm text-soft text-sm underline-offset-4 hover:text-ink hover:underline focus-visible:outline-offset-[-3px]"
          >
            {shown ? 'Hide' : 'Show'}
            <span className="sr-only"> what is typed</span>
          </button>
        </span>
      )}
    </Field>
  )
}
