import { TextField } from '#app/components/ui/field.tsx'

export const CODE_LENGTH = 6

/** The code without spaces and hyphens: authenticator apps show it in two groups. */
export function codeOfInput(text: string): string {
  return text.replace(/[\s-]/g, '')
}

/** A field for the six-digit code of an authenticator app. */
export function CodeField(
  props: Omit<React.ComponentProps<typeof TextField>, 'type' | 'inputMode' | 'autoComplete'>,
) {
  return (
    <TextField
      name="code"
      required
      inputMode="numeric"
      autoComplete="one-time-code"
      pattern="[\s\-]*(\d[\s\-]*){6}"
      title="6 digits"
      maxLength={16}
      spellCheck={false}
      {...props}
    />
  )
}
