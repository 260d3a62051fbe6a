import type { FieldControl } from '#app/components/ui/field.tsx'
import { COLOR_PATTERN } from '#core/domain/publication-settings.ts'

interface ColorInputProps {
  /** From the enclosing `Field`. */
  control: FieldControl
  /** The colour as it was typed; empty for the default. */
  value: string
  defaultColor: string
  /** The accessible name of the picker. */
  pickLabel: string
  onChange: (value: string) => void
}

/** A colour, picked or typed. */
export function ColorInput({ control, value, defaultColor, pickLabel, onChange }: ColorInputProps) {
  const typed = value.trim().toLowerCase()
  const change = (event: React.ChangeEvent<HTMLInputElement>) => onChange(event.target.value.toLowerCase())
  return (
    <>
      <input
        type="color"
        aria-label={pickLabel}
        value={COLOR_PATTERN.test(typed) ? typed : defaultColor}
        onChange={change}
        className="size-11 shrink-0 cursor-pointer rounded-sm border border-edge bg-paper p-1"
      />
      <input
        {...control}
        type="text"
        value={value}
        placeholder={defaultColor}
        autoComplete="off"
        spellCheck={false}
        maxLength={20}
        onChange={change}
        className={`${control.className} max-w-40 font-mono`}
      />
    </>
  )
}
