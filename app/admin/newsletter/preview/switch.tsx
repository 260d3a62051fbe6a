import * as ToggleGroup from 'radix-ui/toggle-group'

interface SwitchProps<Value extends string> {
  label: string
  value: Value
  onChange: (value: Value) => void
  options: readonly {
    value: Value
    label: string
    icon: React.ComponentType<{ size: number; 'aria-hidden': boolean }>
  }[]
}

/** One of a few views, chosen by its icon. */
export function Switch<Value extends string>({ label, value, onChange, options }: SwitchProps<Value>) {
  return (
    <ToggleGroup.Root
      type="single"
      aria-label={label}
      value={value}
      // Pressing what is chosen leaves it chosen.
      onValueChange={(chosen) => chosen && onChange(chosen as Value)}
      className="inline-flex rounded-sm border border-edge"
    >
      {options.map(({ value: option, label: name, icon: Icon }) => (
        <ToggleGroup.Item
          key={option}
          value={option}
          aria-label={name}
          title={name}
          className="inline-flex size-9 items-center justify-center text-faint hover:text-ink data-[state=on]:bg-line data-[state=on]:text-ink"
        >
          <Icon aria-hidden size={17} />
        </ToggleGroup.Item>
      ))}
    </ToggleGroup.Root>
  )
}
