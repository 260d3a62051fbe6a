import { useEffect, useRef } from 'react'

interface SelectionBoxProps {
  label: string
  checked: boolean
  /** Some of what it stands for are selected, and some are not. */
  mixed?: boolean
  onChange: () => void
}

/** The checkbox of a row, or of all rows. Its label makes it large enough for a finger. */
export function SelectionBox({ label, checked, mixed = false, onChange }: SelectionBoxProps) {
  const box = useRef<HTMLInputElement>(null)
  // No attribute says this.
  useEffect(() => {
    if (box.current) box.current.indeterminate = mixed
  }, [mixed])
  return (
    <label className="-ml-2.5 grid size-10 cursor-pointer place-items-center">
      <input
        ref={box}
        type="checkbox"
        aria-label={label}
        checked={checked}
        onChange={onChange}
        className="size-4.5 cursor-pointer accent-ink"
      />
    </label>
  )
}
