import { TextField } from '#app/components/ui/field.tsx'

/** A field for a code of six digits that changes all the time. */
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
