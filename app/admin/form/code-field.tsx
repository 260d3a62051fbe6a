import { TextField } from '#app/components/ui/field.tsx'

export const CODE_LENGTH = 6

/** What is sent of a typed or pasted code: authenticators show it in two groups. */
export function codeOfInput(text: string): string {
  return text.replace(/[\s-]/g, '')
}

/** A field for a code of six digits that changes all the time. */
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
