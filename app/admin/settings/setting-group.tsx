interface SettingGroupProps {
  legend: string
  hint?: string
  children: React.ReactNode
}

/** Fields of a card that belong together. */
export function SettingGroup({ legend, hint, children }: SettingGroupProps) {
  return (
    <fieldset className="min-w-0 space-y-4">
      <legend className="mb-2 font-semibold text-sm">{legend}</legend>
      {hint && <p className="-mt-1 max-w-prose text-faint text-sm">{hint}</p>}
      {children}
    </fieldset>
  )
}
