import { useRef } from 'react'
import { t } from '#app/admin/messages.ts'
import type { SettingForm } from '#app/admin/settings/use-setting-form.ts'
import { Button } from '#app/components/ui/button.tsx'
import { Field, TextField } from '#app/components/ui/field.tsx'

export interface RowColumn<Row> {
  name: keyof Row & string
  label: string
  /** Whether it is long, and has several lines of its own. */
  wide?: boolean
}

interface SettingRowsProps<Row> {
  form: SettingForm
  /** The name of the list: `landing_figures.en`. */
  field: string
  rows: readonly Row[]
  columns: readonly RowColumn<Row>[]
  empty: Row
  max: number
  /** What one row is called: 'Figure'. */
  noun: string
  language: string
  onChange: (rows: Row[]) => void
}

/** A short list whose rows have a few texts each. */
export function SettingRows<Row extends Record<keyof Row, string>>(props: SettingRowsProps<Row>) {
  const { form, field, rows, columns, empty, max, noun, language, onChange } = props
  const list = useRef<HTMLUListElement>(null)
  const add = useRef<HTMLButtonElement>(null)
  const problem = form.problemOf(field)

  function addRow() {
    onChange([...rows, { ...empty }])
    // The new row is there after this event.
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLElement>('li:last-child :is(input, textarea)')?.focus(),
    )
  }

  function setCell(index: number, name: keyof Row, text: string) {
    // A text that is typed on several lines is stored on one.
    const line = text.replace(/\s*\n\s*/g, ' ')
    onChange(rows.map((row, at) => (at === index ? { ...row, [name]: line } : row)))
  }

  function removeRow(index: number) {
    onChange(rows.filter((_, other) => other !== index))
    add.current?.focus()
  }

  return (
    <div className="space-y-4">
      {rows.length > 0 && (
        <ul ref={list} className="space-y-5">
          {rows.map((row, index) => (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity but their place
              key={index}
              aria-label={t('settings.row.name', { noun, number: index + 1, language })}
              className="grid gap-3 border-edge border-l-2 pl-4 sm:grid-cols-2"
            >
              {columns.map(({ name, label, wide }) => {
                const field = {
                  label,
                  error: form.problemOf(`${props.field}.${index}.${name}`),
                }
                const control = {
                  value: row[name],
                  autoComplete: 'off',
                  onChange: (event: { target: { value: string } }) =>
                    setCell(index, name, event.target.value),
                }
                return wide ? (
                  <Field key={name} {...field} className="sm:col-span-2">
                    {(given) => <textarea {...given} {...control} rows={3} />}
                  </Field>
                ) : (
                  <TextField key={name} {...field} {...control} />
                )
              })}
              <div className="sm:col-span-2">
                <Button
                  variant="secondary"
                  size="sm"
                  aria-label={t('settings.row.removeName', { noun, number: index + 1, language })}
                  onClick={() => removeRow(index)}
                >
                  {t('settings.row.remove')}
                </Button>
              </div>
            </li>
          ))}
        </ul>
      )}
      {problem && <p className="text-red text-sm">{problem}</p>}
      <Button
        ref={add}
        variant="secondary"
        size="sm"
        aria-label={t('settings.row.addName', { noun, language })}
        aria-disabled={rows.length >= max}
        onClick={() => rows.length < max && addRow()}
      >
        {t('settings.row.add', { noun })}
      </Button>
    </div>
  )
}
