import { SelectControl } from '#app/admin/form/select-control.tsx'
import { t } from '#app/admin/messages.ts'
import { Field } from '#app/components/ui/field.tsx'

interface TableFilterProps {
  label: string
  /** The values, each with its label. */
  options: readonly (readonly [value: string, name: string])[]
  /** Null when nothing is filtered. */
  value: string | null
  onFilter: (value: string | null) => void
}

/** A select that filters the rows by one value. */
export function TableFilter({ label, options, value, onFilter }: TableFilterProps) {
  return (
    <Field label={label} className="min-w-0 grow basis-32 sm:basis-34 sm:grow-0">
      {(control) => (
        <SelectControl
          {...control}
          value={value ?? ''}
          onChange={(event) => onFilter(event.target.value || null)}
        >
          <option value="">{t('table.all')}</option>
          {options.map(([option, name]) => (
            <option key={option} value={option}>
              {name}
            </option>
          ))}
        </SelectControl>
      )}
    </Field>
  )
}
