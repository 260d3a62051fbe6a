import { useEffect, useRef, useState } from 'react'
import { SelectControl } from '#app/admin/kit/form/select-control.tsx'
import { t } from '#app/admin/kit/messages.ts'
import type { TableState } from '#app/admin/kit/table/table-address.ts'
import { Field, TextField } from '#app/components/ui/field.tsx'

interface TableControlsProps<Sort extends string, Filter extends string> {
  table: TableState<Sort, Filter>
  /** The label of the search field; there is none without it. */
  search?: string
  filters: readonly {
    name: Filter
    label: string
    options: readonly (readonly [value: string, name: string])[]
  }[]
  /** Other controls, shown between the search field and the filters. */
  children?: React.ReactNode
}

/** The search field and the filters of a table, which change its address. */
export function TableControls<Sort extends string, Filter extends string>(
  props: TableControlsProps<Sort, Filter>,
) {
  const { search, filters, children } = props
  const { address, change } = props.table
  return (
    <>
      {search && (
        <TableSearch
          label={search}
          value={address.search}
          onSearch={(text) => change({ search: text }, { replace: true })}
        />
      )}
      {children}
      {filters.map(({ name, label, options }) => (
        <TableFilter
          key={name}
          label={label}
          options={options}
          value={address.filters[name]}
          onFilter={(value) => change({ filters: { ...address.filters, [name]: value } })}
        />
      ))}
    </>
  )
}

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

const PAUSE_MS = 300

interface TableSearchProps {
  label: string
  /** The search in the address. */
  value: string
  onSearch: (text: string) => void
}

/** The search field of a table; it searches after a pause in typing. */
export function TableSearch({ label, value, onSearch }: TableSearchProps) {
  const [text, setText] = useState(value)
  const sent = useRef(value)

  // The address can change otherwise, for example by the back button.
  useEffect(() => {
    if (value === sent.current) return
    sent.current = value
    setText(value)
  }, [value])

  useEffect(() => {
    if (text === sent.current) return
    const timer = setTimeout(() => {
      sent.current = text
      onSearch(text)
    }, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text, onSearch])

  return (
    <TextField
      label={label}
      type="search"
      value={text}
      onChange={(event) => setText(event.target.value)}
      maxLength={200}
      autoComplete="off"
      spellCheck={false}
      className="min-w-0 grow basis-60"
    />
  )
}
