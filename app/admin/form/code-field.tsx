import { TextField } from '#app/components/ui/field.tsx'

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
