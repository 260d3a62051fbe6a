import { useRef } from 'react'
import { t } from '#app/admin/messages.ts'
import type { SettingForm } from '#app/admin/settings/use-setting-form.ts'
import { Button } from '#app/components/ui/button.tsx'
import { TextField } from '#app/components/ui/field.tsx'

export interface RowColumn<Row> {
  name: keyof Row & string
  label: string
  /** Beside others on a wide screen, or alone on its line. */
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
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>('li:last-child input')?.focus())
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
              {columns.map(({ name, label, wide }) => (
                <TextField
                  key={name}
                  label={label}
                  autoComplete="off"
                  className={wide ? 'sm:col-span-2' : ''}
                  value={row[name]}
                  error={form.problemOf(`${field}.${index}.${name}`)}
                  onChange={(event) =>
                    onChange(
                      rows.map((other, at) =>
                        at === index ? { ...other, [name]: event.target.value } : other,
                      ),
                    )
                  }
                />
              ))}
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
