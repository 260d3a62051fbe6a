import { TextField } from '#app/components/ui/field.tsx'

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
