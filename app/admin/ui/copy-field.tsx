import { CopyButton } from '#app/admin/article/compare/copy-button.tsx'
import { TextField } from '#app/components/ui/field.tsx'

interface CopyFieldProps {
  label: string
  /** What is selected when the field has the focus. */
  value: string
  /** The words of the button. */
  action: string
}

/** A text that is to be copied to another place, such as a secret that is shown once. */
export function CopyField({ label, value, action }: CopyFieldProps) {
  return (
    <div className="flex flex-wrap items-end gap-3">
      <TextField
        label={label}
        readOnly
        value={value}
        spellCheck={false}
        autoComplete="off"
        className="min-w-0 grow basis-60 [&_input]:font-mono"
        onFocus={(event) => event.target.select()}
      />
      <CopyButton text={() => value}>{action}</CopyButton>
    </div>
  )
}
