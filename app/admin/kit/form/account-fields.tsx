import { useState } from 'react'
import { t } from '#app/admin/kit/messages.ts'
import { Field, TextField } from '#app/components/ui/field.tsx'
import { PASSWORD_MAX_CHARACTERS, PASSWORD_MIN_CHARACTERS } from '#core/domain/password.ts'

const PASSWORD_HINT = t('form.password.hint', { min: PASSWORD_MIN_CHARACTERS, max: PASSWORD_MAX_CHARACTERS })

/** A field for choosing a password. It is typed only once, because a button makes it visible. */
export function NewPasswordField({
  label,
  hint = PASSWORD_HINT,
  error,
  labelHidden: _,
  className: __,
  ...input
}: React.ComponentProps<typeof TextField>) {
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
            aria-label={t(shown ? 'form.password.hideLabel' : 'form.password.showLabel')}
            onClick={() => setShown(!shown)}
            className="absolute inset-y-px right-px w-16 rounded-sm text-soft text-sm underline-offset-4 hover:text-ink hover:underline focus-visible:outline-offset-[-3px]"
          >
            {t(shown ? 'form.password.hide' : 'form.password.show')}
          </button>
        </span>
      )}
    </Field>
  )
}

/** A field for the six-digit code of an authenticator app. */
export function CodeField(props: React.ComponentProps<typeof TextField>) {
  return (
    <TextField
      required
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={16}
      spellCheck={false}
      {...props}
    />
  )
}

/** A field for the address of an account. */
export function EmailField(props: React.ComponentProps<typeof TextField>) {
  return (
    <TextField
      type="email"
      autoComplete="username"
      required
      maxLength={255}
      spellCheck={false}
      autoCapitalize="none"
      {...props}
    />
  )
}
